import t from '@vitrine/testing/t'
import { createUnpurgedCache } from '../../src/answers/unpurged-cache.js'

t.test(
  'a cache in front is logged once, and named until an hour after its last request',
  async (t) => {
    const now = { ms: 1000 }
    const warnings: object[] = []
    const unpurged = createUnpurgedCache({
      log: { warn: (fields) => void warnings.push(fields) },
      monotonicMs: () => now.ms,
    })
    unpurged.note({ via: '1.1 Caddy' })
    t.equal(unpurged.check(), true)
    for (let count = 0; count < 3; count += 1) unpurged.note({ 'cf-ray': '8a' })
    t.same(warnings, [{ field: 'cf-ray' }])
    now.ms += 3_599_999
    t.throws(unpurged.check, { code: 'NOT_READY', message: /cf-ray .*CDN_PURGE is not set/ })
    now.ms += 1
    t.equal(unpurged.check(), true)
    unpurged.note({ 'x-varnish': '1' })
    t.throws(unpurged.check, { message: /x-varnish/ })
    t.equal(warnings.length, 1)
  },
)
