import { noisePng } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import type { Page } from 'playwright-core'
import { addMember, startProject, upload } from './sample.ts'
import { axeProblems, choose, signIn, visit, visitAs } from './visit.ts'

type Asset = { id: string; filename: string; folderId: string | null; metadata: string }
type Widget = { id: string; status: string }

const { url, account, calls, projectId, project } = await startProject(t)
const assets = async () =>
  (await calls<{ content: Asset[] }>('GET', `${project}/assets?sort=createdAt,desc`)).content
const { page } = await visitAs(t, { url, account })
const library = (search = '') => `${url}/console/p/${projectId}/library${search}`
const cells = page.getByRole('gridcell')
const details = page.getByRole('complementary', { name: 'Details' })

/** Pastes a picture of the clipboard; without a target nothing has the focus. */
const paste = async (on: Page, name: string, target = 'document.body') => {
  const bytes = (await noisePng({ width: 30, height: 20 })).toString('base64')
  await on.evaluate(`(() => {
    const bytes = Uint8Array.from(atob('${bytes}'), (one) => one.charCodeAt(0))
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([bytes], '${name}', { type: 'image/png' }))
    const options = { clipboardData, bubbles: true, cancelable: true }
    ;(${target}).dispatchEvent(new ClipboardEvent('paste', options))
  })()`)
}

t.test(
  'an empty library offers members who may only look the way to those who may more',
  async (t) => {
    const viewer = await addMember(url, account, 'VIEWER')
    const { page: other, complaints: others } = await visit(t)
    await signIn(other, url, viewer)
    await other.goto(library())
    await other.getByRole('heading', { name: 'No pictures yet' }).waitFor()
    t.equal(await other.getByText('Drop pictures here').count(), 0)
    t.same(await axeProblems(other), [])
    await other.getByRole('link', { name: 'See the members' }).click()
    await other.getByText('Ada Curator').first().waitFor()
    t.same(others, [])
  },
)

t.test(
  'a picture of the clipboard is stored, wherever the focus is, but not below a field',
  async (t) => {
    await page.goto(library())
    await page.getByRole('heading', { name: 'Drop pictures here' }).waitFor()
    await paste(page, 'image.png', 'document.querySelector("input[type=search]")')
    await paste(page, 'image.png')
    await page.getByText('1 picture', { exact: true }).waitFor()
    const stored = await assets()
    t.equal(stored.length, 1, 'and the other paste belongs to the field')
    t.match(stored[0]?.filename, /^Pasted \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png$/)
  },
)

t.test('an empty folder, and a search without hits, offer the next step', async (t) => {
  const { id: folder } = await calls<{ id: string }>('POST', `${project}/folders`, { name: 'Quay' })
  await page.goto(library(`?folder=${folder}`))
  await page.getByRole('heading', { name: 'This folder is empty' }).waitFor()
  t.same(await axeProblems(page), [])
  const buffer = Buffer.from(await noisePng({ width: 31, height: 20 }))
  await choose(page.getByRole('main').getByRole('button', { name: 'Upload', exact: true }).last(), {
    name: 'quay.png',
    mimeType: 'image/png',
    buffer,
  })
  await cells.filter({ hasText: 'quay.png' }).waitFor()
  t.equal((await assets()).find(({ filename }) => filename === 'quay.png')?.folderId, folder)

  await page.goto(library(`?folder=${folder}&q=Pasted`))
  await page.getByRole('heading', { name: 'No picture matches “Pasted”' }).waitFor()
  t.same(await axeProblems(page), [])
  await page.getByRole('button', { name: 'Search all folders' }).click()
  await cells.filter({ hasText: 'Pasted' }).waitFor()
  await page.goto(library(`?folder=${folder}&q=nothing`))
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await cells.filter({ hasText: 'quay.png' }).waitFor()
  t.equal(await cells.count(), 1, 'the folder is still chosen')
})

t.test('in a script from right to left, arrows and frames follow it', async (t) => {
  for (const name of ['a', 'b', 'c']) await upload(url, account, projectId, { name: `${name}.jpg` })
  await page.goto(library('?sort=filename,asc'))
  await cells.filter({ hasText: 'c.jpg' }).waitFor()
  await page.evaluate(`document.documentElement.dir = 'rtl'`)
  await cells.nth(0).focus()
  await page.keyboard.press('ArrowLeft')
  await page.locator('[data-index="1"]:focus').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.locator('[data-index="0"]:focus').waitFor()
  const [first, second] = [await cells.nth(0).boundingBox(), await cells.nth(1).boundingBox()]
  if (first === null || second === null) throw new Error('the cells are not there')
  t.ok(first.x > second.x)
  await page.mouse.move(first.x + first.width / 2, first.y + 40)
  await page.mouse.down()
  await page.mouse.move(second.x + second.width / 2, second.y + 80, { steps: 5 })
  await page.getByText('2 selected').waitFor()
  await page.mouse.up()
  t.same(
    await Promise.all([0, 1, 2].map((index) => cells.nth(index).getAttribute('aria-selected'))),
    ['true', 'true', 'false'],
  )
})

t.test('before a deletion, a live widget can be unpublished instead', async (t) => {
  const id = (await assets()).find(({ filename }) => filename === 'a.jpg')?.id
  const body = { name: 'Front page', slug: 'front-page', layout: 'GRID', assetIds: [id] }
  const widget = await calls<Widget>('POST', `${project}/widgets`, body)
  await calls('PUT', `${project}/widgets/${widget.id}/publish`)
  await page.goto(library(`?sort=filename,asc&asset=${id}`))
  const link = details.getByRole('link', { name: 'Front page' })
  t.match(await link.getAttribute('href'), `/widgets/${widget.id}`)

  await page.getByRole('gridcell').filter({ hasText: 'a.jpg' }).focus()
  await page.keyboard.press('Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete this picture?' })
  await question.getByRole('link', { name: 'Front page' }).waitFor()
  t.same(await axeProblems(page, { isDialog: true }), [])
  await question.getByRole('button', { name: 'Unpublish instead' }).click()
  const sheet = page.getByRole('alertdialog', { name: 'Unpublish “Front page”' })
  await sheet.getByRole('button', { name: 'Unpublish' }).click()
  await sheet
    .getByText(/Gone everywhere/)
    .last()
    .waitFor()
  t.equal((await calls<Widget>('GET', `${project}/widgets/${widget.id}`)).status, 'DRAFT')
  await sheet.getByRole('button', { name: 'Done' }).click()
  await question.getByText('Draft').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  t.ok((await assets()).some((asset) => asset.id === id))
})

t.test('a selection says before a change that it cannot be undone', async () => {
  await page.goto(library())
  await cells.first().focus()
  await page.keyboard.press('Control+a')
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByText('Changes of all that match cannot be undone').waitFor()
})
