import { createFaultProxy } from '@vitrine/chaos/fault-proxy'
import { until } from '@vitrine/testing'
import type { ConsoleBench } from './console-bench.js'
import { openConsolePage } from './console-page.js'

const rounds = 5
const bars = { amber: 1, green: 3.5 }

/** From the press on, as a person sees it: before a click the driver waits until the button stands still. */
const notePress = `addEventListener('pointerup', () => { window.benchPressed = performance.now() },
  { once: true, capture: true })`
const sincePress = '(performance.now() - window.benchPressed) / 1000'

/**
 * A change while a replica is cut off: when the proof line is amber and when green, and whether a replica
 * shows the former state after that.
 */
export async function measureProof(bench: ConsoleBench): Promise<void> {
  const { url, admin, report } = bench
  const lame = await startCutOff(bench)
  const { id: projectId } = await admin.createProject('Proof')
  const path = `/api/projects/${projectId}`
  const { key } = await admin.post<{ key: string }>(`${path}/api-keys`, { name: 'Probe' })
  const { id } = await admin.post<{ id: string }>(`${path}/widgets`, {
    ...{ name: 'Proof', slug: 'proof', layout: 'GRID', assetIds: [] },
  })
  await admin.put(`${path}/widgets/${id}/publish`)
  const shows = async (replica: string): Promise<boolean> =>
    (await fetch(`${replica}/api/v1/widgets/proof?api_key=${key}`)).ok
  const { context, page } = await openConsolePage(bench)
  const times = { amber: [] as number[], green: [] as number[] }
  let stale = 0
  for (let round = 0; round < rounds; round += 1) {
    await until(() => shows(lame.url))
    await page.goto(`${url}/console/p/${projectId}/widgets`)
    await page.getByRole('button', { name: 'More about Proof' }).click()
    await page.getByRole('menuitem', { name: 'Unpublish …' }).click()
    const sheet = page.getByRole('alertdialog')
    const button = sheet.getByRole('button', { name: 'Unpublish', exact: true })
    await button.waitFor()
    await lame.cut()
    await page.evaluate(notePress)
    await button.click()
    await page.locator('[data-step][data-tone="late"]').waitFor()
    times.amber.push(Number(await page.evaluate(sincePress)))
    await page.locator('[data-step][data-tone="good"]').waitFor()
    times.green.push(Number(await page.evaluate(sincePress)))
    if ((await shows(lame.url)) || (await shows(url))) stale += 1
    await lame.mend()
    await admin.put(`${path}/widgets/${id}/publish`)
  }
  await context.close()
  report.atMost('a replica cut off: amber after', times.amber, 's', bars.amber)
  report.atMost('a replica cut off: green after', times.green, 's', bars.green)
  report.exactly(`rounds of ${rounds} in which a replica showed it after that`, stale, 0)
  await lame.stop()
}

/** One more replica, whose links to Postgres and Redis can be cut. */
async function startCutOff({ stack }: ConsoleBench) {
  const linked = await Promise.all(
    (['DELIVERY_DATABASE_URL', 'REDIS_URL'] as const).map(async (name) => {
      const url = new URL(stack.env[name])
      const target = { host: url.hostname, port: Number(url.port) }
      const proxy = await createFaultProxy({ target })
      url.port = String(proxy.port)
      return { name, proxy, address: url.href }
    }),
  )
  const set = async (kind: 'cut' | 'none') => {
    for (const { proxy } of linked) await proxy.set({ kind })
  }
  const settings = Object.fromEntries(linked.map(({ name, address }) => [name, address]))
  const replica = await stack.startDelivery(settings)
  return {
    url: replica.url,
    cut: () => set('cut'),
    mend: () => set('none'),
    stop: async () => {
      await replica.stop()
      for (const { proxy } of linked) await proxy.close()
    },
  }
}
