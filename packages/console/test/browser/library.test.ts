import { launchChromium } from '@vitrine/local/browser'
import { jpeg } from '@vitrine/testing'
import type { Page } from 'playwright-core'
import t from 'tap'
import { call, startStack } from './stack.ts'
import { axeProblems, signIn, visit } from './visit.ts'

type Asset = { id: string; filename: string; focalPoint: object | null; width: number }
type Widget = { id: string; assetIds: string[] }

const { url, account } = await startStack(t)
const browser = await launchChromium({ log: () => undefined })
t.teardown(() => browser.close())
const { token, organizationId } = account
const as = <Answer>(method: string, path: string, body?: unknown) =>
  call(url, method, path, { token, ...(body !== undefined && { body }) }) as Promise<Answer>
const { id: projectId } = await as<{ id: string }>(
  'POST',
  `/api/organizations/${organizationId}/projects`,
  { name: 'Summer' },
)
const project = `/api/projects/${projectId}`
const assets = async () =>
  (await as<{ content: Asset[] }>('GET', `${project}/assets?sort=createdAt,desc`)).content

// One page for all tests: each goes on where the one before has ended.
const { page, complaints } = await visit(t, browser)
await signIn(page, url, account)
const cells = page.getByRole('gridcell')
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
  t.same(complaints, [])
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
  t.same(complaints, [])
})

t.test('a picture gets another name by F2', async (t) => {
  await page.goto(`${url}/console/p/${projectId}/library`)
  await cells.first().focus()
  await page.keyboard.press('F2')
  const dialog = page.getByRole('dialog', { name: 'Rename' })
  await dialog.getByLabel('File name').fill('moon.webp')
  await page.keyboard.press('Enter')
  await cells.first().getByText('moon.webp').waitFor()
  t.equal((await assets())[0]?.filename, 'moon.webp')
  t.same(complaints, [])
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
  const chooser = page.waitForEvent('filechooser')
  await details.getByRole('button', { name: 'Replace file' }).click()
  const buffer = Buffer.from(await jpeg({ width: 321, height: 123 }))
  await (await chooser).setFiles({ name: 'new.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click()
  await details.getByText('321 × 123').waitFor()
  t.equal((await assets())[0]?.width, 321)
  await details.getByRole('button', { name: 'Show changes' }).click()
  await details.getByText('replaced the file').waitFor()
  t.same(await axeProblems(page), [])
  await details.getByRole('button', { name: 'Close details' }).click()
  t.same(complaints, [])
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
  t.same(complaints, [])
})
