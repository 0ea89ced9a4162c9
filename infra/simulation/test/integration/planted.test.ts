import { rules } from '@vitrine/proofs'
import { finders, maxSeedsToFind, runSeeds, startPool } from '@vitrine/simulation'
import t from 'tap'

// A minute of two cores, on a busy machine several.
t.setTimeout(600_000)
const pool = startPool()
t.teardown(pool.stop)

t.test('every rule has a profile that finds out when it is missing', async (t) => {
  t.strictSame(Object.keys(finders).sort(), [...rules].sort())
})

for (const rule of rules) {
  t.test(`a stale answer is found when a rule is left out: ${rule}`, async (t) => {
    const { done, failures } = await runSeeds(pool, {
      firstSeed: 0,
      seeds: maxSeedsToFind,
      profile: finders[rule],
      without: [rule],
      isEnough: (failures) => failures.some(({ isStale }) => isStale),
    })
    t.comment(`${done} seeds`)
    t.ok(failures.some(({ isStale }) => isStale))
  })
}
