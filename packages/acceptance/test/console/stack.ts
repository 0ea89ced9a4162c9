import { openRouter, type Upstreams } from '@vitrine/local/router'
import { startService } from '@vitrine/local/services'
import type { Test } from 'tap'
import { environment } from '../services.js'

/** Both services behind one address, which the console needs. */
export async function startBehindRouter(t: Test): Promise<string> {
  let upstreams: Upstreams = { 'management-api': [], delivery: [] }
  const router = await openRouter(() => upstreams)
  t.teardown(router.close)
  const env = { ...environment(router.url), TRUSTED_PROXIES: 'loopback' }
  const start = async (name: 'management-api' | 'delivery') => {
    const service = await startService({ name, env, log: () => undefined })
    t.teardown(() => service.stop())
    return { name, url: service.url }
  }
  const [management, delivery] = await Promise.all([start('management-api'), start('delivery')])
  upstreams = { 'management-api': [management], delivery: [delivery] }
  return router.url
}
