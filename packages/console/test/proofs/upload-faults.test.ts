import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noisePng, until } from '@vitrine/testing'
import { type CuttingProxy, startCuttingProxy } from '@vitrine/testing/cutting-proxy'
import t from '@vitrine/testing/t'
import { callsOf, createProject } from '../browser/sample.ts'
import { startStack } from '../browser/stack.ts'
import { axeProblems, visitAs } from '../browser/visit.ts'

const count = 24
let proxy: CuttingProxy | undefined
const { url, account, restartManagement } = await startStack(t, {
  front: async (router) => {
    proxy = await startCuttingProxy(router)
    t.teardown(proxy.close)
    return `http://localhost:${proxy.port}`
  },
})
const uploads = () => proxy?.uploads() ?? 0
const calls = callsOf(url, account)
const projectId = await createProject(calls, account.organizationId)
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

/** A click, and the choice of the files. */
async function give(): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
  await (await chooser).setFiles(files)
}

const stored = async () =>
  (
    await calls<{ content: { sha256: string }[] }>(
      'GET',
      `/api/projects/${projectId}/assets?size=500`,
    )
  ).content

/** Keeps the next page of the console from its ledger, as another tab does that is opened at the same moment. */
async function holdLedger(): Promise<() => Promise<void>> {
  const other = await page.context().newPage()
  await other.goto(`${url}/api`)
  await other.evaluate(
    `new Promise((held) => navigator.locks.request('vitrine-uploads', () => {
      held()
      return new Promise(() => undefined)
    }))`,
  )
  return () => other.close()
}

t.test('cut connections, a reload and a restart lose no file and make no double', async (t) => {
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`${url}/console/p/${projectId}/library`)
  await give()
  await until(() => uploads() >= count / 4)
  const release = await holdLedger()
  await page.reload()
  t.ok((await stored()).length < count, 'the page was left before the end')

  await give()
  await release()
  await until(() => uploads() >= (3 * count) / 4)
  t.ok((await stored()).length < count, 'the service is restarted before the end')
  await restartManagement()
  await page.getByRole('button', { name: `Uploads: ${count} of ${count}` }).waitFor()
  const hashes = (await stored()).map(({ sha256 }) => sha256)
  t.equal(hashes.length, count)
  t.equal(new Set(hashes).size, count, 'no picture is stored twice')
  t.ok(uploads() > count, 'uploads were cut and repeated')
  t.ok((proxy?.mostAtOnce() ?? 0) <= 3, 'three at once at most')
  await page.getByRole('button', { name: /^Uploads: / }).click()
  const lines = page.getByRole('dialog', { name: 'Uploads' }).locator('li[data-state]')
  await lines.nth(count - 1).waitFor()
  for (const state of ['failed', 'cancelled', 'waiting', 'sending']) {
    t.equal(await page.locator(`li[data-state="${state}"]`).count(), 0, `none is ${state}`)
  }
  t.same(await axeProblems(page), [])
  await page.keyboard.press('Escape')
})
