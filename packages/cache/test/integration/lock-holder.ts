import { createCache } from '../../src/cache.js'
import { createLocks } from '../../src/locks.js'

/* A process that takes a lock, says so, and holds it for as long as it lives. */
const [url = '', key = '', ttlMs = ''] = process.argv.slice(2)
const cache = createCache({
  url,
  commandTimeoutMs: 5000,
  onStatus: async () => {
    const lock = await createLocks({ cache, ttlMs: Number(ttlMs) }).take(key)
    process.stdout.write(typeof lock === 'string' ? lock : 'held')
  },
})
