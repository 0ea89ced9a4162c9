import { freshName } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { createWidget } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'
import { createScene } from '../scene.js'

const database = openDatabase(t)
const { owner, project } = await createScene(t)
const url = `/api/projects/${project.id}/widgets`

const cases: [changes: Record<string, unknown>, fields: string[]][] = [
  [{ layout: 'CAROUSEL', config: { autoplaySpeed: 499 } }, ['config.autoplaySpeed']],
  [{ layout: 'CAROUSEL', config: { autoplay_speed: '5000' } }, ['config.autoplay_speed']],
  [{ layout: 'CAROUSEL', config: '{"slidesPerView":11}' }, ['config.slidesPerView']],
  [{ layout: 'GRID', config: { columns: 13, gap: -1 } }, ['config.columns', 'config.gap']],
  [{ layout: 'GRID', theme: { padding: 'x;}' } }, ['theme.padding']],
  [{ layout: 'GRID', theme: { background_color: 'url(x)' } }, ['theme.background_color']],
  [
    { layout: 'SLIDER', config: { transition: 'spin' }, theme: { shadow: 'xl' } },
    ['config.transition', 'theme.shadow'],
  ],
]

t.test('an invalid value of a known key is named, on creation and update', async (t) => {
  const widget = await createWidget(owner, project.id)
  for (const [changes, fields] of cases) {
    const input = { name: 'Hero', slug: freshName('hero'), assetIds: [], ...changes }
    const what = JSON.stringify(changes)
    isError(t, await owner.post(url, input), 400, 'VALIDATION_FAILED', { fields, what })
    const response = await owner.put(`${url}/${widget.id}`, changes)
    isError(t, response, 400, 'VALIDATION_FAILED', { fields, what })
    for (const { message } of response.json().details) t.match(message, /^must be /)
  }
  const { updatedAt, ...after } = (await owner.get(`${url}/${widget.id}`)).json()
  t.match(widget, after, 'nothing is changed')
})

t.test('unknown keys and keys of other layouts are stored as sent', async (t) => {
  const config = {
    autoplaySpeed: 'fast',
    my_own: { deep: [1] },
    GAP: -1,
    columns: 'auto',
    gap: null,
  }
  const theme = { colour: 'url(x)', 'border-radius': 'x' }
  const widget = await createWidget(owner, project.id, { layout: 'GRID', config, theme })
  t.equal(JSON.stringify(widget.config), JSON.stringify(config))
  t.equal(JSON.stringify(widget.theme), JSON.stringify(theme))
})

const warned: [changes: Record<string, unknown>, warnings: [field: string, message: RegExp][]][] = [
  [
    { config: { colums: 3, gap: 4 }, theme: { paddings: 1 } },
    [
      ['config.colums', /no effect.*did you mean columns\?$/],
      ['theme.paddings', /no effect.*did you mean padding\?$/],
    ],
  ],
  [
    { config: '{"autoplay_speed":900}' },
    [['config.autoplay_speed', /a key of CAROUSEL, SLIDER, not of GRID/]],
  ],
  [{ config: { min_column_width: 200, nothing: null } }, []],
  [{ name: 'Only a name' }, []],
]

t.test('keys without effect are named in the answers of calls that send them', async (t) => {
  for (const [changes, warnings] of warned) {
    const input = {
      name: 'Hero',
      slug: freshName('hero'),
      layout: 'GRID',
      assetIds: [],
      ...changes,
    }
    const created = (await owner.post(url, input)).json()
    const updated = (await owner.put(`${url}/${created.id}`, changes)).json()
    const expected = warnings.map(([field, message]) => ({ field, message }))
    for (const answer of [created, updated]) {
      t.match(answer.warnings ?? [], expected)
      t.equal(answer.warnings?.length ?? 0, expected.length)
    }
    const { warnings: _, ...stored } = updated
    t.same((await owner.get(`${url}/${created.id}`)).json(), stored, 'a GET has none')
    t.equal((await owner.put(`${url}/${created.id}`, created)).statusCode, 200, 'sent back')
  }
})

t.test('at most 20 keys are named, however many there are', async (t) => {
  const config = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`k${at}`, at]))
  const { warnings } = await createWidget(owner, project.id, { layout: 'GRID', config })
  t.equal(warnings?.length, 20)
})

t.test('a new layout validates the stored config', async (t) => {
  const config = { autoplaySpeed: 'fast' }
  const widget = await createWidget(owner, project.id, { layout: 'GRID', config })
  const one = `${url}/${widget.id}`
  const refused = await owner.put(one, { layout: 'CAROUSEL', name: 'lost' })
  isError(t, refused, 400, 'VALIDATION_FAILED', { fields: ['config.autoplaySpeed'] })
  t.match((await owner.get(one)).json(), { layout: 'GRID', name: widget.name })
  t.match((await owner.put(one, { layout: 'MASONRY' })).json(), { layout: 'MASONRY', config })
  const both = { layout: 'CAROUSEL', config: { autoplaySpeed: 3000 } }
  t.match((await owner.put(one, both)).json(), both)
})

t.test('a config stored before its rule existed does not block other changes', async (t) => {
  const { id } = await createWidget(owner, project.id, { layout: 'GRID' })
  await database.widget.update({ where: { id }, data: { config: { columns: 99 } } })
  for (const change of [{ name: 'Renamed' }, { layout: 'GRID' }, { theme: { padding: 8 } }]) {
    t.equal((await owner.put(`${url}/${id}`, change)).statusCode, 200)
  }
  t.equal((await owner.put(`${url}/${id}/publish`)).statusCode, 200)
})
