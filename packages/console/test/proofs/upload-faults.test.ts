import { until } from '@vitrine/testing'
import { type CuttingProxy, startCuttingProxy } from '@vitrine/testing/cutting-proxy'
import t from '@vitrine/testing/t'
import { makeFiles, startProject, storedIn } from '../browser/sample.ts'
import { axeProblems, giveFiles, visitAs } from '../browser/visit.ts'

const count = 24
let proxy: CuttingProxy | undefined
const { url, account, calls, projectId, restartManagement } = await startProject(t, {
  front: async (router) => {
    proxy = await startCuttingProxy(router)
    t.teardown(proxy.close)
    return `http://localhost:${proxy.port}`
  },
})
const uploads = () => proxy?.uploads() ?? 0
const files = await makeFiles(t, count)

const { page } = await visitAs(t, { url, account })

const stored = () => storedIn(calls, projectId)

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
  await giveFiles(page, files)
  await until(() => uploads() >= count / 4)
  const release = await holdLedger()
  await page.reload()
  t.ok((await stored()).length < count, 'the page was left before the end')

  await giveFiles(page, files)
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
