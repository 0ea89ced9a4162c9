import { jpeg, textFile } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { startProject } from './sample.ts'
import { axeProblems, giveFiles, visitAs } from './visit.ts'

const { url, account, calls, projectId } = await startProject(t)
const { page } = await visitAs(t, { url, account })
// The answer of a service with lower limits.
await page.route('**/api/auth/me', async (route) => {
  const response = await route.fetch()
  const uploadLimits = { maxBytes: 100_000, maxPixels: 60_000 }
  await route.fulfill({ response, json: { ...(await response.json()), uploadLimits } })
})
const sent: string[] = []
page.on('request', (request) => {
  const { pathname } = new URL(request.url())
  if (request.method() === 'POST' && pathname.includes('/assets')) sent.push(pathname)
})

type Given = { name: string; mimeType: string; buffer: Buffer }

const fileOf = (name: string, buffer: Buffer): Given => ({ name, mimeType: 'image/jpeg', buffer })
const tray = page.getByRole('dialog', { name: 'Uploads' })
const line = (name: string) => tray.locator('li[data-state]').filter({ hasText: name })

t.test('files that the service would refuse are named, and no request is made', async (t) => {
  const picture = await jpeg({ width: 300, height: 200 })
  await page.goto(`${url}/console/p/${projectId}/library`)
  await giveFiles(page, [
    fileOf('notes.jpg', await textFile()),
    fileOf('wide.jpg', await jpeg({ width: 301, height: 200 })),
    fileOf('heavy.jpg', Buffer.concat([picture, Buffer.alloc(150_000)])),
  ])
  await page.getByRole('button', { name: 'Uploads: 3 of 3' }).click()
  await line('notes.jpg').getByText('Save it as JPEG, PNG, WebP').waitFor()
  await line('wide.jpg').getByText('The picture has 301 × 200 pixels').waitFor()
  await line('heavy.jpg').getByText('at most 100 kB are taken').waitFor()
  t.equal(await tray.locator('li[data-state="failed"]').count(), 3)
  t.same(sent, [])
  t.same(await axeProblems(page, { isDialog: true }), [])
  await tray.getByRole('button', { name: 'Clear the list' }).click()
})

t.test('a picture at the limits is sent', async (t) => {
  await giveFiles(page, [fileOf('dunes.jpg', await jpeg({ width: 300, height: 200 }))])
  await page.getByRole('button', { name: 'Uploads: 1 of 1' }).click()
  await line('dunes.jpg').getByText('Stored').waitFor()
  const bar = tray.getByRole('progressbar', { name: 'Uploads' })
  t.equal(await bar.getAttribute('aria-valuenow'), '100')
  t.ok(sent.includes(`/api/projects/${projectId}/assets`))
})

t.test('a picture that the project has is put into the folder, and back', async (t) => {
  const project = `/api/projects/${projectId}`
  const { id } = await calls<{ id: string }>('POST', `${project}/folders`, { name: 'Coast' })
  const folder = async () =>
    (await calls<{ content: { folderId: string | null }[] }>('GET', `${project}/assets`)).content
      .map(({ folderId }) => folderId)
      .join()
  await tray.getByRole('button', { name: 'Clear the list' }).click()
  await page.goto(`${url}/console/p/${projectId}/library?folder=${id}`)
  await giveFiles(page, [fileOf('dunes.jpg', await jpeg({ width: 300, height: 200 }))])
  await page.getByRole('button', { name: 'Uploads: 1 of 1' }).click()
  await tray.getByText('1 file is in this project already').waitFor()
  t.same(await axeProblems(page, { isDialog: true }), [])
  await tray.getByRole('button', { name: 'Put into this folder' }).click()
  await page.getByText('1 picture moved.').waitFor()
  t.equal(await folder(), id)
  const undone = page.waitForResponse((response) => response.url().endsWith('/assets/bulk'))
  await page.getByRole('button', { name: 'Undo' }).click()
  await undone
  t.equal(await folder(), '')
})

t.test('only files that may pass later are sent again', async (t) => {
  await page.goto(`${url}/console/p/${projectId}/library`)
  // Its first bytes are those of a picture, so that only the service finds out.
  const torn = Buffer.from(await jpeg({ width: 290, height: 200 })).subarray(0, 400)
  const uploads = `**/api/projects/${projectId}/assets`
  const full = { status: 403, code: 'QUOTA_EXCEEDED', message: 'The storage is full.' }
  await page.route(uploads, async (route) => {
    const body = route.request().postDataBuffer()?.toString('latin1') ?? ''
    if (body.includes('late.jpg')) await route.fulfill({ status: 403, json: full })
    else await route.continue()
  })
  await giveFiles(page, [
    fileOf('notes.jpg', await textFile()),
    fileOf('torn.jpg', torn),
    fileOf('late.jpg', await jpeg({ width: 291, height: 200 })),
  ])
  await page.getByRole('button', { name: 'Uploads: 3 of 3' }).click()
  await line('torn.jpg').getByText('Save it again as one of these.').waitFor()
  await line('late.jpg').getByText('The storage is full.').waitFor()
  await page.unroute(uploads)
  sent.length = 0
  await tray.getByRole('button', { name: 'Retry 1 file' }).click()
  await line('late.jpg').getByText('Stored').waitFor()
  t.same(
    sent.filter((path) => path.endsWith('/assets')),
    [`/api/projects/${projectId}/assets`],
  )
  t.equal(await tray.getByRole('button', { name: /^Retry/ }).count(), 0)
  t.equal(await tray.locator('li[data-state="failed"]').count(), 2)
  t.same(await axeProblems(page, { isDialog: true }), [])
  await tray.getByRole('button', { name: 'Clear the list' }).click()
})

t.test('the end of uploads is announced, and before it each tenth at most', async (t) => {
  await page.goto(`${url}/console/p/${projectId}/library`)
  await page.evaluate(`{
    const said = (globalThis.said = [])
    new MutationObserver(() => {
      for (const { textContent: words } of document.querySelectorAll('[role="status"]')) {
        if (/uploads? ended/i.test(words) && said.at(-1) !== words) said.push(words)
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  }`)
  const buffer = await textFile()
  await giveFiles(
    page,
    Array.from({ length: 40 }, (_, index) => fileOf(`notes-${index}.jpg`, buffer)),
  )
  await page.getByText(/^Uploads ended: \d+ stored, 40 failed\.$/).waitFor({ state: 'attached' })
  const said = (await page.evaluate('globalThis.said')) as string[]
  t.match(said.at(-1), /^Uploads ended/)
  t.ok(said.length <= 12, said.join(' '))
})
