import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noisePng } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { callsOf, createProject } from './sample.ts'
import { startStack } from './stack.ts'
import { visitAs } from './visit.ts'

const count = 4
const { url, account } = await startStack(t)
const projectId = await createProject(callsOf(url, account), account.organizationId)
const folder = await mkdtemp(join(tmpdir(), 'vitrine-pictures-'))
t.teardown(() => rm(folder, { recursive: true }))
const files = await Promise.all(
  Array.from({ length: count }, async (_, index) => {
    const file = join(folder, `picture-${index}.png`)
    await writeFile(file, await noisePng({ width: 20 + index, height: 20 }))
    return file
  }),
)

const { page } = await visitAs(t, { url, account })
let uploads = 0
page.on('request', (request) => {
  if (request.method() === 'POST' && request.url().endsWith('/assets')) uploads += 1
})

/** A click, and the choice of the files. */
async function give(): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
  await (await chooser).setFiles(files)
}

await page.goto(`${url}/console/p/${projectId}/library`)
await give()
await page.getByRole('button', { name: `Uploads: ${count} of ${count}` }).waitFor()

t.test('the same files, given again, are neither hashed again nor sent', async (t) => {
  await page.reload()
  await page.getByRole('button', { name: /^Uploads: / }).waitFor()
  await page.evaluate('crypto.subtle.digest = () => Promise.reject(new Error("hashed again"))')
  await give()
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
    await give()
    await looked
    t.equal(await page.getByRole('button', { name: /^Uploads: / }).count(), 0, 'it is not loaded')
    release()
    await page.getByRole('button', { name: `Uploads: ${count} of ${count}` }).click()
    await page.getByText(`${count} files are in this project already`).waitFor()
  },
)
