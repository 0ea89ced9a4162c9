import { EventEmitter, once } from 'node:events'
import { gif, jpeg, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import type { Page } from 'playwright-core'
import { startProject } from './sample.ts'
import { axeProblems, choose, giveFiles, visitAs } from './visit.ts'

type Asset = {
  id: string
  filename: string
  focalPoint: object | null
  width: number
  altText: string | null
  decorative: boolean
  tags: string[]
  folderId: string | null
}
type Widget = { id: string; assetIds: string[] }

const { url, account, calls: as, projectId, project } = await startProject(t)
const assets = async () =>
  (await as<{ content: Asset[] }>('GET', `${project}/assets?sort=createdAt,desc`)).content

// One page for all tests: each goes on where the one before has ended.
const { page } = await visitAs(t, { url, account })
const cells = page.getByRole('gridcell')
const bar = page.getByRole('region', { name: 'Selection' })
const details = page.getByRole('complementary', { name: 'Details' })

async function centreOf(page: Page, index: number): Promise<{ x: number; y: number }> {
  const box = await page.getByRole('gridcell').nth(index).boundingBox()
  if (box === null) throw new Error(`cell ${index} is not there`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

t.test('an empty library takes six sample pictures', async (t) => {
  await page.goto(`${url}/console/p/${projectId}/library`)
  await page.getByRole('button', { name: 'Use six sample pictures' }).click()
  await page.getByText('6 pictures').waitFor()
  for (let index = 0; index < 6; index += 1) {
    await cells.nth(index).locator('img[data-loaded]').waitFor()
  }
  t.equal((await assets()).length, 6)
})

t.test('a frame selects what it touches, and makes a widget of it', async (t) => {
  const [from, to] = [await centreOf(page, 0), await centreOf(page, 2)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 5 })
  await page.getByText('3 selected').waitFor()
  await page.mouse.up()
  await page.getByText('3 selected').waitFor()
  t.equal(await details.count(), 0, 'no click opens a picture after it')
  await page.getByRole('button', { name: 'New widget from these' }).click()
  const dialog = page.getByRole('dialog', { name: 'New widget from 3 pictures' })
  await dialog.getByLabel('Name').fill('Front page')
  t.same(await axeProblems(page), [])
  await dialog.getByRole('button', { name: 'Create widget' }).click()
  await page.waitForURL(/\/widgets\/[0-9a-f-]{36}$/)
  const { content } = await as<{ content: Widget[] }>('GET', `${project}/widgets`)
  t.equal(content.length, 1)
  t.match(page.url(), content[0]?.id)
  const expected = (await assets()).slice(0, 3).map(({ id }) => id)
  t.same(content[0]?.assetIds, expected)
})

t.test('a picture gets another name by F2', async (t) => {
  await page.goto(`${url}/console/p/${projectId}/library`)
  await cells.first().focus()
  await page.keyboard.press('F2')
  const dialog = page.getByRole('dialog', { name: 'Rename' })
  await dialog.getByLabel('File name').fill('moon.webp')
  await page.keyboard.press('Enter')
  await cells.first().getByText('moon.webp').waitFor()
  // The name is shown before the service has it.
  await dialog.waitFor({ state: 'detached' })
  t.equal((await assets())[0]?.filename, 'moon.webp')
})

t.test('a new name is shown at once, and taken back if it is refused', async () => {
  const answer = new EventEmitter()
  const mayAnswer = once(answer, 'now')
  await page.route('**/assets/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    await mayAnswer
    const body = { status: 403, error: '', message: 'no', path: '/', code: 'FORBIDDEN' }
    return route.fulfill({ status: 403, json: body })
  })
  await cells.first().focus()
  await page.keyboard.press('F2')
  await page.getByRole('dialog', { name: 'Rename' }).getByLabel('File name').fill('sun.webp')
  await page.keyboard.press('Enter')
  await cells.first().getByText('sun.webp').waitFor()
  answer.emit('now')
  await cells.first().getByText('moon.webp').waitFor()
  await page.getByRole('dialog', { name: 'Rename' }).getByRole('alert').waitFor()
  await page.unroute('**/assets/*')
  await page.keyboard.press('Escape')
})

t.test('the focal point moves by keys, and its file can be replaced', async (t) => {
  await cells.first().click()
  const marker = details.getByRole('slider', { name: 'Focal point' })
  await marker.press('Shift+ArrowRight')
  await marker.press('ArrowUp')
  t.equal(await marker.getAttribute('aria-valuetext'), '60 % from the left, 49 % from the top')
  await details.getByRole('button', { name: 'Save this point' }).click()
  await page.getByText('Crops keep this point.').waitFor()
  t.same((await assets())[0]?.focalPoint, { x: 0.6, y: 0.49 })
  const buffer = Buffer.from(await jpeg({ width: 321, height: 123 }))
  const replace = details.getByRole('button', { name: 'Replace file' })
  await choose(replace, { name: 'new.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click()
  await details.getByText('321 × 123', { exact: true }).waitFor()
  t.equal((await assets())[0]?.width, 321)
  await details.getByRole('button', { name: 'Show changes' }).click()
  await details.getByText('replaced the file').waitFor()
  t.same(await axeProblems(page), [])
  await details.getByRole('button', { name: 'Close details' }).click()
})

t.test('metadata is edited by key, and a refused number is said at its row', async (t) => {
  const path = `${project}/assets/${(await assets())[0]?.id}`
  const metadata = async () =>
    JSON.parse((await as<{ metadata: string }>('GET', path)).metadata) as object
  await as('PUT', path, { metadata: { camera: 'X100', iso: 400 } })
  await page.reload()
  await cells.first().click()
  const part = details.getByRole('region', { name: 'Metadata' })
  await part.getByLabel('Value of iso').fill('12345678901234567890')
  await part.getByRole('button', { name: 'Add a value' }).click()
  const save = part.getByRole('button', { name: 'Save metadata' })
  await save.click()
  await part.getByText('Write a name.').waitFor()
  await part.getByLabel('Name of value 3').fill('print')
  await part.getByLabel('Kind of print').selectOption('JSON')
  await part.getByLabel('Value of print').fill('{"sizes": [10, 20]}')
  await save.click()
  await part
    .getByRole('alert')
    .getByText(/12345678901234567890/)
    .waitFor()
  t.equal(await part.getByLabel('Value of iso').getAttribute('aria-invalid'), 'true')
  t.same(await axeProblems(page), [])
  await part.getByLabel('Value of iso').fill('0.5')
  // Another person changes one key, and the two are merged.
  await as('PUT', path, { metadata: { camera: 'X200', iso: 400 } })
  await save.click()
  await page.getByText('Saved.').waitFor()
  t.same(await metadata(), { camera: 'X200', iso: 0.5, print: { sizes: [10, 20] } })
  await part.getByLabel('Value of camera').fill('X300')
  await as('PUT', path, { metadata: { camera: 'X400' } })
  await save.click()
  await part.getByText(/camera is now/).waitFor()
  await part.getByRole('button', { name: 'Take theirs' }).click()
  t.equal(await part.getByLabel('Value of camera').inputValue(), 'X400')
  await details.getByRole('button', { name: 'Close details' }).click()
})

t.test('before a picture is deleted, the widgets that show it are named', async (t) => {
  const [first] = await assets()
  await cells.first().focus()
  await page.keyboard.press('Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete this picture?' })
  await question.getByText('Front page').waitFor()
  t.same(await axeProblems(page), [])
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('5 pictures').waitFor()
  t.notOk((await assets()).some(({ id }) => id === first?.id))
})

/** Presses Undo in the message. */
const undo = (words: string) =>
  page
    .getByRole('alertdialog')
    .filter({ hasText: words })
    .getByRole('button', { name: 'Undo' })
    .click()

t.test('tags and moves of several pictures can be undone', async (t) => {
  await as('POST', `${project}/folders`, { name: 'Shore' })
  const first = (await assets())[0]?.id
  await as('PUT', `${project}/assets/${first}`, { tags: ['sea'] })
  const state = async () => (await assets()).map(({ tags, folderId }) => ({ tags, folderId }))
  const before = await state()
  await page.reload()
  const select = async () => {
    await cells.nth(0).click({ modifiers: ['Control'] })
    await cells.nth(1).click({ modifiers: ['Control'] })
  }
  await select()
  await bar.getByRole('button', { name: 'Tag' }).click()
  await page.getByRole('dialog', { name: 'Add tags' }).getByLabel('Tags').fill('sea, summer')
  await page.keyboard.press('Enter')
  await bar.waitFor({ state: 'detached' })
  t.same((await assets())[0]?.tags.toSorted(), ['sea', 'summer'])
  t.same((await assets())[1]?.tags.toSorted(), [...(before[1]?.tags ?? []), 'sea', 'summer'].sort())
  await undo('Tagged.')
  await until(async () => JSON.stringify(await state()) === JSON.stringify(before))
  await select()
  await bar.getByRole('button', { name: 'Move' }).click()
  await page.getByRole('menuitem', { name: 'Shore' }).click()
  await bar.waitFor({ state: 'detached' })
  t.not((await assets())[1]?.folderId, null)
  await undo('Moved.')
  await until(async () => JSON.stringify(await state()) === JSON.stringify(before))
})

t.test('several pictures get one alt text, or none because they are decorative', async (t) => {
  const dialog = page.getByRole('dialog', { name: 'Alt text' })
  const open = () => bar.getByRole('button', { name: 'Alt text' }).click()
  const texts = async () =>
    (await assets()).map(({ altText, decorative }) => (decorative ? 'decorative' : altText))
  const before = await texts()
  await cells.nth(0).click({ modifiers: ['Control'] })
  await cells.nth(1).click({ modifiers: ['Control'] })
  await open()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Write a text, or mark the pictures as decorative.').waitFor()
  await dialog.getByLabel('Alt text').fill('Waves at dusk')
  t.same(await axeProblems(page), [])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await bar.waitFor({ state: 'detached' })
  t.same(await texts(), ['Waves at dusk', 'Waves at dusk', ...before.slice(2)])
  await undo('Saved.')
  await until(async () => JSON.stringify(await texts()) === JSON.stringify(before))
  await cells.first().focus()
  await page.keyboard.press('Control+a')
  await open()
  await dialog.getByText('Only decorative').click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await bar.waitFor({ state: 'detached' })
  t.same(
    await texts(),
    before.map(() => 'decorative'),
  )
})

t.test('a moving picture is marked, and its details have the number of frames', async (t) => {
  const file = { name: 'waves.gif', mimeType: 'image/gif', buffer: await gif({ frames: 3 }) }
  await giveFiles(page, file)
  const marked = cells.filter({ hasText: 'animated' })
  await marked.waitFor()
  t.match(await marked.textContent(), 'waves.gif')
  t.equal(await marked.count(), 1)
  await marked.click()
  await details.getByText('64 × 48, 3 frames').waitFor()
})
