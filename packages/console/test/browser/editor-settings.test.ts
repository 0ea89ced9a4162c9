import t from '@vitrine/testing/t'
import type { Locator } from 'playwright-core'
import { widgetSettings } from '../../build/widget-settings.mjs'
import { layoutName, layouts } from '../../src/publishing/layout-words.ts'
import { startProject, upload } from './sample.ts'
import { axeProblems, visitAs } from './visit.ts'

const { url, account, calls, projectId } = await startProject(t)
const assetIds = [await upload(url, account, projectId, { name: 'Dunes.jpg', altText: 'Dunes' })]
const widgets = `/api/projects/${projectId}/widgets`
const { id } = await calls<{ id: string }>('POST', widgets, {
  name: 'Summer',
  slug: 'summer',
  layout: 'GRID',
  assetIds,
})
const { page } = await visitAs(t, { url, account }, { viewport: { width: 1440, height: 900 } })
await page.goto(`${url}/console/p/${projectId}/widgets/${id}`)

const form = page.getByRole('region', { name: 'Settings' })
await form.waitFor()
const fieldOf = (name: string) => form.locator(`[data-field="${name}"]`)
/** Rare settings are folded. */
const unfold = () =>
  form.locator('details').evaluateAll((all: HTMLDetailsElement[]) => {
    for (const one of all) one.open = true
  })
const inputOf = (field: Locator) => field.locator('input[type=text], textarea').first()
const choose = (layout: (typeof layouts)[number]) =>
  form.getByRole('radio', { name: layoutName(layout), exact: true }).check({ force: true })

const { config, theme } = widgetSettings()

t.test('each layout has a field for each of its keys, with the control of its kind', async (t) => {
  for (const layout of layouts) {
    await choose(layout)
    await form
      .getByRole('radio', { name: layoutName(layout), exact: true, checked: true })
      .waitFor()
    const shown = await form
      .locator('[data-field][data-kind]')
      .evaluateAll((fields: HTMLElement[]) =>
        Object.fromEntries(fields.map(({ dataset }) => [dataset.field, dataset.kind])),
      )
    const keys = { config: config[layout] ?? {}, theme }
    const known = Object.entries(keys).flatMap(([part, settings]) =>
      Object.entries(settings).map(([key, { kind }]) => [`${part}.${key}`, kind]),
    )
    t.same(shown, Object.fromEntries(known), layout)
    const isNamed = await form
      .locator('input, select, textarea')
      .evaluateAll((all: HTMLInputElement[]) =>
        all.every((one) => one.labels?.length || one.ariaLabel),
      )
    t.ok(isNamed, `${layout}: each control has a name`)
  }
})

t.test('a wrong text has its message at once, and the widget keeps its value', async (t) => {
  await choose('GRID')
  await unfold()
  const wrong: [field: string, text: string, message: string][] = [
    ['config.gap', '5000', 'A whole number is needed: 0–200 px.'],
    ['config.columns', 'many', 'A whole number is needed: 1–12, or “auto”.'],
    ['config.aspectRatio', '16', 'Not a shape: two numbers such as 16/9, or auto.'],
    ['config.labels', 'Weiter', 'Each line is a name, a colon and a text'],
    [
      'theme.accentColor',
      'blueish',
      'This is no colour, and is not used. Write one such as #1a2b3c or tomato.',
    ],
    ['theme.fontFamily', 'a;b', 'Not names of fonts: letters, digits and commas.'],
  ]
  for (const [name, text, message] of wrong) {
    const field = fieldOf(name)
    const input = inputOf(field)
    const hint = await field.locator('p').first().textContent()
    await input.fill(text)
    const alert = field.getByRole('alert')
    await alert.waitFor()
    t.match(await alert.textContent(), message, name)
    t.equal(await input.getAttribute('aria-invalid'), 'true')
    t.equal(await input.getAttribute('aria-describedby'), await alert.getAttribute('id'), name)
    t.notOk(await field.getAttribute('data-set'), `${name} is not set`)
    await input.blur()
    t.equal(await input.inputValue(), text, 'the text stays, with what is wrong')
    t.ok(await alert.isVisible())
    await input.fill('')
    await alert.waitFor({ state: 'detached' })
    t.equal(await field.locator('p').first().textContent(), hint, 'and the hint is back')
  }
})

t.test('messages have no problems with axe', async (t) => {
  await inputOf(fieldOf('config.gap')).fill('5000')
  await inputOf(fieldOf('config.gap')).scrollIntoViewIfNeeded()
  t.same(await axeProblems(page), [])
  await inputOf(fieldOf('config.gap')).fill('')
})

t.test('a right text after a wrong one is taken, and the way back is the default', async (t) => {
  const gap = fieldOf('config.gap')
  await inputOf(gap).fill('2000')
  await gap.getByRole('alert').waitFor()
  await inputOf(gap).fill('24')
  await gap.getByRole('alert').waitFor({ state: 'detached' })
  t.equal(await gap.getAttribute('data-set'), 'true')
  await page.locator('[data-saving=saved]').waitFor()
  const saved = async () => (await calls<{ config: object }>('GET', `${widgets}/${id}`)).config
  t.same(await saved(), { gap: 24 })
  await gap.getByRole('button', { name: 'Space between: back to the default' }).click()
  await page.locator('[data-saving=kept]').waitFor()
  await page.locator('[data-saving=saved]').waitFor()
  t.same(await saved(), {})
})

t.test('rare settings are folded until one of them is set', async (t) => {
  await page.reload()
  await form.waitFor()
  const random = fieldOf('config.order').getByRole('combobox')
  t.notOk(await random.isVisible())
  await form.getByText('More', { exact: true }).first().click()
  await random.selectOption({ label: 'Random at each visit' })
  await page.locator('[data-saving=saved]').waitFor()
  await page.reload()
  await form.waitFor()
  t.ok(await random.isVisible())
})

t.test(
  'a header is written part by part, and half a button is a problem at its field',
  async (t) => {
    await form.locator('summary', { hasText: 'Above the pictures' }).click()
    const header = fieldOf('config.header')
    await header.getByLabel('Title').fill('Summer')
    await header.getByLabel('Words on it').fill('All pictures')
    await header.getByText('Leads to is missing.').waitFor()
    t.equal(await header.getByLabel('Leads to').getAttribute('aria-invalid'), 'true')
    await header.getByLabel('Leads to').fill('shop')
    await header.getByText('It begins with https://, http://, mailto:, tel: or /').waitFor()
    await header.getByLabel('Leads to').fill('/shop')
    await page.locator('[data-saving=saved]').waitFor()
    const stored = await calls<{ config: object }>('GET', `${widgets}/${id}`)
    const button = { label: 'All pictures', url: '/shop' }
    t.match(stored.config, { header: { title: 'Summer', button } })
    t.same(await axeProblems(page), [])
  },
)

t.test('buttons for tags are chosen from the tags of the pictures', async (t) => {
  await calls('PUT', `/api/projects/${projectId}/assets/${assetIds[0]}`, { tags: ['sea', 'dawn'] })
  await page.reload()
  await form.waitFor()
  const field = fieldOf('config.filterByTags')
  await field.getByRole('combobox').selectOption({ label: 'Some tags' })
  await field.getByRole('checkbox', { name: 'dawn' }).uncheck({ force: true })
  await page.locator('[data-saving=saved]').waitFor()
  const stored = await calls<{ config: object }>('GET', `${widgets}/${id}`)
  t.match(stored.config, { filterByTags: ['sea'] })
})
