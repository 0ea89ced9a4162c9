import { listen } from './listen.js'
import { createRouter } from './router.js'
import type { Upstreams } from './upstreams.js'

export type { Upstreams }

/** One public address for both services, without a demo. `upstreams` is called for each request. */
export async function openRouter(upstreams: () => Upstreams, port = 0) {
  const view = { upstreams, demo: () => null, site: () => null }
  const router = await listen(createRouter(view), port)
  return { url: `http://localhost:${router.port}`, close: router.close }
}
