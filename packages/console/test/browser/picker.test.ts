import { jpeg, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { startProject, upload } from './sample.ts'
import { axeProblems, visitAs } from './visit.ts'

const { url, account, calls, projectId, project } = await startProject(t)
const folder = async (path: string) =>
  (await calls<{ id: string }>('POST', `${project}/folders`, { path })).id
const [coast, logos] = [await folder('Coast'), await folder('Logos')]
const names = ['Anchor', 'Beach', 'Cliff', 'Dune', 'Eel', 'Fern']
const ids = new Map<string, string>()
for (const name of names) {
  const folderId = name === 'Fern' ? logos : coast
  ids.set(name, await upload(url, account, projectId, { name: `${name}.jpg`, folderId }))
}
await calls('PUT', `${project}/assets/${ids.get('Eel')}`, { tags: ['fish'] })
const body = { name: 'Walk', slug: 'walk', layout: 'GRID', assetIds: [ids.get('Dune')] }
const widget = await calls<{ id: string }>('POST', `${project}/widgets`, body)
const { page } = await visitAs(t, { url, account })
await page.goto(`${url}/console/p/${projectId}/widgets/${widget.id}`)

const dialog = page.getByRole('dialog', { name: 'Add pictures' })
const rows = dialog.getByRole('row')
const shows = (...wanted: string[]) =>
  until(async () => {
    const texts = await rows.allTextContents()
    return JSON.stringify(texts) === JSON.stringify(wanted.map((name) => `${name}.jpg`))
  })
const state = (words: string) =>
  dialog
    .getByRole('status')
    .filter({ hasText: new RegExp(`^${words}$`) })
    .waitFor()
const open = async () => {
  await page.getByRole('button', { name: 'Add pictures' }).click()
  await dialog.waitFor()
}
const stored = async () =>
  (await calls<{ assetIds: string[] }>('GET', `${project}/widgets/${widget.id}`)).assetIds

t.test('the picker has folders, tags, a filter and an order, and names the pictures', async (t) => {
  await open()
  await shows('Fern', 'Eel', 'Dune', 'Cliff', 'Beach', 'Anchor')
  t.same(await axeProblems(page, { isDialog: true }), [])
  await dialog.getByLabel('Folder', { exact: true }).selectOption({ label: 'Coast' })
  await dialog.getByLabel('Order').selectOption('Name, A to Z')
  await shows('Anchor', 'Beach', 'Cliff', 'Dune', 'Eel')
  await dialog.getByRole('button', { name: 'In no widget' }).click()
  await shows('Anchor', 'Beach', 'Cliff', 'Eel')
  await dialog.getByRole('button', { name: 'Tag: fish' }).click()
  await shows('Eel')
  await dialog.getByRole('button', { name: 'Tag: fish' }).click()
  await dialog.getByRole('searchbox').fill('beach')
  await shows('Beach')
  await dialog.getByRole('searchbox').fill('')
  await shows('Anchor', 'Beach', 'Cliff', 'Eel')
})

t.test('Shift selects the range, and what does not match any more stays selected', async (t) => {
  await rows.nth(0).click()
  await rows.nth(2).click({ modifiers: ['Shift'] })
  await state('4 pictures · 3 selected')
  await rows.nth(1).click()
  await state('4 pictures · 2 selected')
  await page.keyboard.press('Shift+ArrowRight')
  await state('4 pictures · 3 selected')
  await dialog.getByLabel('Folder', { exact: true }).selectOption({ label: 'Logos' })
  await shows('Fern')
  await dialog.getByRole('button', { name: 'Add 3 pictures' }).click()
  await dialog.waitFor({ state: 'detached' })
  const wanted = ['Dune', 'Anchor', 'Cliff', 'Beach'].map((name) => ids.get(name))
  await until(async () => (await stored()).length === 4)
  t.same(new Set(await stored()), new Set(wanted))
})

t.test('all that match are selected at once, but those that the widget has', async (t) => {
  await open()
  await dialog.getByRole('button', { name: 'Select all' }).click()
  await state('6 pictures · 2 selected')
  await dialog.getByRole('button', { name: 'Select none' }).click()
  await state('6 pictures')
  await rows.first().focus()
  await page.keyboard.press('Control+a')
  await state('6 pictures · 2 selected')
  await dialog.getByRole('button', { name: 'Add 2 pictures' }).click()
  await until(async () => (await stored()).length === names.length)
  t.same(new Set(await stored()), new Set(ids.values()))
})

t.test('an upload of the picker goes into its folder', async (t) => {
  await open()
  await dialog.getByLabel('Folder', { exact: true }).selectOption({ label: 'Logos' })
  const buffer = Buffer.from(await jpeg({ width: 320, height: 200 }))
  const file = { name: 'Gull.jpg', mimeType: 'image/jpeg', buffer }
  await dialog.getByLabel('Pictures to upload').setInputFiles([file])
  await shows('Gull', 'Fern')
  const { content } = await calls<{ content: { folderId: string }[] }>(
    'GET',
    `${project}/assets?q=Gull`,
  )
  t.equal(content[0]?.folderId, logos)
})

t.test('in the order of the widget, Shift selects the range, too', async () => {
  await page.keyboard.press('Escape')
  const ordered = page.getByRole('grid', { name: 'Pictures in their order' }).getByRole('row')
  await ordered.nth(0).click()
  await ordered.nth(3).click({ modifiers: ['Shift'] })
  await page.getByText('4 selected', { exact: true }).waitFor()
})
