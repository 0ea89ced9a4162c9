import t from '@vitrine/testing/t'
import { makeFiles, startProject } from './sample.ts'
import { giveFiles, visitAs } from './visit.ts'

const count = 4
const { url, account, projectId } = await startProject(t)
const files = await makeFiles(t, count)

const { page } = await visitAs(t, { url, account })
let uploads = 0
page.on('request', (request) => {
  if (request.method() === 'POST' && request.url().endsWith('/assets')) uploads += 1
})

await page.goto(`${url}/console/p/${projectId}/library`)
await giveFiles(page, files)
await page.getByRole('button', { name: `Uploads: ${count} of ${count}` }).waitFor()

t.test('the same files, given again, are neither hashed again nor sent', async (t) => {
  await page.reload()
  await page.getByRole('button', { name: /^Uploads: / }).waitFor()
  await page.evaluate('crypto.subtle.digest = () => Promise.reject(new Error("hashed again"))')
  await giveFiles(page, files)
  await page.getByRole('button', { name: /^Uploads: / }).click()
  await page.getByText(`${count} files are in this project already`).waitFor()
  t.equal(uploads, count)
})

t.test(
  'files that are given before the list of uploads is loaded are not listed twice',
  async (t) => {
    let release: () => void = () => undefined
    const given = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/tray-*.js', async (route) => {
      await given
      await route.continue()
    })
    await page.reload()
    const looked = page.waitForResponse(/\/assets\/lookup$/)
    await giveFiles(page, files)
    await looked
    t.equal(await page.getByRole('button', { name: /^Uploads: / }).count(), 0, 'it is not loaded')
    release()
    await page.getByRole('button', { name: `Uploads: ${count} of ${count}` }).click()
    await page.getByText(`${count} files are in this project already`).waitFor()
  },
)
