import { until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { addMember, startProject, upload } from './sample.ts'
import { axeProblems, visitAs } from './visit.ts'

const { url, account, calls, projectId, project } = await startProject(t)
const { organizationId } = account
const assetId = await upload(url, account, projectId, { name: 'boat.jpg', altText: 'A boat' })
await calls('PUT', `${project}/assets/${assetId}`, { altText: 'A ship', tags: ['sea', 'harbour'] })
const editor = await addMember(url, account, 'EDITOR')
const { id: widgetId } = await calls<{ id: string }>('POST', `${project}/widgets`, {
  name: 'Front page',
  slug: 'front',
  layout: 'GRID',
  assetIds: [assetId],
})
await calls('PUT', `${project}/widgets/${widgetId}`, { config: { columns: 3 } })
await calls('PUT', `${project}/widgets/${widgetId}/publish`)
await calls('DELETE', `${project}/assets/${assetId}`)

// One page for all tests: each goes on where the one before has ended.
const { page } = await visitAs(t, { url, account })
const log = `${url}/console/o/${organizationId}/audit`
const events = page.getByRole('main').locator('section').getByRole('listitem')
const event = (words: string | RegExp) => events.filter({ hasText: words })
const filters = page.getByRole('search', { name: 'Filters of the log' })
const choose = (label: string, option: string) =>
  filters.getByLabel(label).selectOption({ label: option })

t.test('the log says in sentences who did what', async (t) => {
  await page.goto(log)
  for (const words of [
    'Ada Curator created the organization',
    'Ada Curator created a project Summer',
    'Ada Curator uploaded a picture boat.jpg',
    'Ada Curator changed a picture',
    'Ada Curator created a widget Front page',
    'Ada Curator published a widget',
    'Ada Curator deleted a picture boat.jpg',
    `${editor.name} joined`,
  ]) {
    await event(words).first().waitFor()
  }
  t.equal(await events.filter({ hasText: /did “/ }).count(), 0, 'no action without a sentence')
  t.same(await axeProblems(page), [])
})

t.test('a change has its fields before and after', async (t) => {
  const changed = event('changed a picture')
  await changed.getByText('2 changes').click()
  const table = changed.getByRole('table')
  t.match(await table.getByRole('row', { name: /Alt text/ }).textContent(), /A boat.*A ship/)
  t.match(await table.getByRole('row', { name: /Tags/ }).textContent(), /sea, harbour|harbour, sea/)
  await event('changed a widget')
    .getByText(/change/)
    .last()
    .click()
  await event('changed a widget').getByText('Columns').last().waitFor()
})

t.test('what is there leads to its page, and what is gone does not', async (t) => {
  t.equal(await event('deleted a picture').getByRole('link').count(), 0)
  await event('created a widget').getByRole('link', { name: 'Front page' }).click()
  await page.waitForURL(`**/p/${projectId}/widgets/${widgetId}`)
  await page.goBack()
  await event('created a widget').waitFor()
})

t.test('filters stand in the address, and a kind has its actions', async (t) => {
  await choose('Kind', 'Pictures')
  await page.waitForURL(/kind=asset/)
  await event('created a widget').waitFor({ state: 'detached' })
  t.equal(await events.count(), 3)
  await choose('Action', 'changed a picture')
  await page.waitForURL(/action=asset\.update/)
  await event('uploaded a picture').waitFor({ state: 'detached' })
  await page.reload()
  await event('changed a picture').waitFor()
  t.equal(await events.count(), 1)
  await choose('Kind', 'Widgets')
  await event('published a widget').waitFor()
  t.notMatch(page.url(), 'action', 'an action of another kind is dropped')
  await filters.getByRole('button', { name: 'Clear the filters' }).click()
  await event('created the organization').waitFor()
  t.equal(new URL(page.url()).search, '')
})

t.test('a person, a thing and a call have their events', async (t) => {
  await choose('Person', editor.name)
  await event('created a widget').waitFor({ state: 'detached' })
  await event(`${editor.name} joined`).waitFor()
  await filters.getByRole('button', { name: 'Clear the filters' }).click()
  await event('published a widget').getByRole('button', { name: 'More about this event' }).click()
  await page.getByRole('menuitem', { name: 'Everything about this' }).click()
  await page.waitForURL(/thing=/)
  await event('created the organization').waitFor({ state: 'detached' })
  t.equal(await events.count(), 4, 'the deletion of its picture has changed it, too')
  await event('published a widget').getByRole('button', { name: 'More about this event' }).click()
  await page.getByRole('menuitem', { name: 'Everything by this call' }).click()
  await page.waitForURL(/request=/)
  await until(async () => (await events.count()) === 1)
  t.ok(await event('published a widget').isVisible())
})

t.test(
  'days are those of the reader, and a day that no calendar has filters nothing',
  async (t) => {
    await page.goto(`${log}?from=2020-01-01&to=2020-12-31`)
    await page.getByText('Nothing like this has happened').waitFor()
    t.equal(await filters.getByLabel('From').inputValue(), '2020-01-01')
    await page.getByRole('main').getByRole('button', { name: 'Clear the filters' }).last().click()
    await event('created the organization').waitFor()
    await page.goto(`${log}?from=2020-02-31&kind=widget`)
    await event('published a widget').waitFor()
    t.equal(await filters.getByLabel('From').inputValue(), '')
  },
)
