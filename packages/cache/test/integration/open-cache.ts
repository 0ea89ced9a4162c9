import { backends } from '@vitrine/testing'
import type { Test } from 'tap'
import { createCache } from '../../src/index.js'

/** A cache, once the status of Redis is known. */
export async function openCache(
  t: Test,
  { url = backends().redisUrl, commandTimeoutMs = 5000 } = {},
) {
  const cache = await new Promise<ReturnType<typeof createCache>>((resolve) => {
    const opening = createCache({ url, commandTimeoutMs, onStatus: () => resolve(opening) })
  })
  t.teardown(() => cache.close())
  return cache
}
