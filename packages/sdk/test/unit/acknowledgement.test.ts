import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { type Acknowledgement, acknowledgementOf } from '../../src/acknowledgement.js'

const read = (timing: string): Acknowledgement | null =>
  acknowledgementOf({ headers: new Headers({ 'Server-Timing': timing }) })

t.test('the acknowledgement of a change is read from its header', async (t) => {
  const all = { commitMs: 8.2, everywhereMs: 1.9, acknowledged: 4, replicas: 4, cdn: null }
  const timing = 'commit;dur=8.2, everywhere;dur=1.9;desc="4 of 4"'
  t.same(read(timing), all)
  t.same(read(`${timing}, cdn;dur=41.3;desc="purged"`), { ...all, cdn: { purgedMs: 41.3 } })
  t.same(read(`${timing}, cdn;desc="not purged"`), { ...all, cdn: { purgedMs: null } })
  t.same(read(`${timing}, cdn;desc="hit"`), all, 'a cache has its own words')
  t.same(read('everywhere;dur=0.4;desc="2 of 2"'), {
    ...{ commitMs: null, everywhereMs: 0.4, acknowledged: 2, replicas: 2, cdn: null },
  })
  t.equal(acknowledgementOf({ headers: new Headers() }), null)
})

t.test('figures come back as the service has written them, in any order', async (t) => {
  const tenths = fc.integer({ min: 0, max: 99_999 }).map((count) => count / 10)
  const figures = fc.record({
    commit: tenths,
    everywhere: tenths,
    purged: tenths,
    acknowledged: fc.nat(99),
    replicas: fc.nat(99),
  })
  fc.assert(
    fc.property(figures, fc.boolean(), fc.boolean(), (given, isTurned, isSpaced) => {
      const { commit, everywhere, purged, acknowledged, replicas } = given
      const gap = isSpaced ? ' ' : ''
      const parts = [
        `commit;${gap}dur=${commit}`,
        `everywhere;${gap}dur=${everywhere};${gap}desc="${acknowledged} of ${replicas}"`,
        `cdn;${gap}dur=${purged};${gap}desc="purged"`,
        'cache;desc="hit, of a proxy"',
      ]
      const timing = (isTurned ? parts.toReversed() : parts).join(`,${gap}`)
      t.same(read(timing), {
        commitMs: commit,
        everywhereMs: everywhere,
        acknowledged,
        replicas,
        cdn: { purgedMs: purged },
      })
    }),
    { numRuns: 100 },
  )
})

t.test('a header of others is none, and a broken one has no figures that are none', async (t) => {
  for (const timing of [
    '',
    'cache;dur=1',
    'commit;dur=1',
    'cdn;desc="purged"',
    'total',
    ';',
    ',,,',
  ]) {
    t.equal(read(timing), null, timing)
  }
  const pieces = ['commit', 'everywhere', 'cdn', ';', ',', '=', '"', 'dur', 'desc', '4 of 4']
  const broken = fc.array(fc.constantFrom(...pieces, 'purged', 'NaN', '-1'), { maxLength: 12 })
  fc.assert(
    fc.property(broken, (given) => {
      const found = read(`everywhere;${given.join('')}`)
      if (found === null) return true
      const { commitMs, everywhereMs, acknowledged, replicas, cdn } = found
      return [commitMs ?? 0, everywhereMs, acknowledged, replicas, cdn?.purgedMs ?? 0].every(
        (figure) => figure >= 0 && Number.isFinite(figure),
      )
    }),
    { numRuns: 500 },
  )
})
