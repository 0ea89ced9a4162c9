import { noisePng, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { callsOf, createProject, upload } from '../browser/sample.ts'
import { startStack } from '../browser/stack.ts'
import { giveFiles, visitAs } from '../browser/visit.ts'
import { type HoldingProxy, startHoldingProxy } from './held-pictures.ts'

/** That Chromium opens to one address. */
const connections = 6
const count = 2 * connections

const proxies: HoldingProxy[] = []
const { url, account } = await startStack(t, {
  front: async (router) => {
    const proxy = await startHoldingProxy(t, router)
    proxies.push(proxy)
    return proxy.url
  },
})
const [proxy] = proxies as [HoldingProxy]
const projectId = await createProject(callsOf(url, account), account.organizationId)
const { page } = await visitAs(t, { url, account })

async function give(name: string, width: number): Promise<void> {
  const buffer = await noisePng({ width, height: 20 })
  await giveFiles(page, { name, mimeType: 'image/png', buffer })
}

t.test('an upload is sent before the thumbnails that wait for a connection', async (t) => {
  await page.goto(`${url}/console/p/${projectId}/library`)
  await give('first.png', 30)
  await page.getByText('1 picture', { exact: true }).waitFor()
  for (let index = 0; index < count; index += 1) {
    await upload(url, account, projectId, { name: `${index}.jpg`, width: 300 + index })
  }
  proxy.hold()
  await page.reload()
  await until(() => proxy.held() === connections)

  const lookUp = page.waitForRequest(/\/assets\/lookup$/)
  await give('second.png', 31)
  await lookUp
  const before = proxy.arrived.length
  proxy.releaseOne()
  await until(() => proxy.arrived.length > before)
  t.match(proxy.arrived[before], /^POST .*\/assets\/lookup$/)

  proxy.release()
  await page.getByText(`${count + 2} pictures`).waitFor()
})
