import { createCache } from '../../src/cache.js'
import { createLocks } from '../../src/locks.js'

/* Takes a lock, reports it, and holds it until the process ends. */
const [url = '', key = '', ttlMs = ''] = process.argv.slice(2)
const cache = createCache({
  url,
  commandTimeoutMs: 5000,
  onStatus: async () => {
    const lock = await createLocks({ cache, ttlMs: Number(ttlMs) }).take(key)
    process.stdout.write(typeof lock === 'string' ? lock : 'held')
  },
})
