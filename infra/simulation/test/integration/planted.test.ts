import { rules } from '@vitrine/proofs'
import { finders, maxSeedsToFind, runSeeds, startPool } from '@vitrine/simulation'
import t from 'tap'

// A minute on two cores, several on a busy machine.
t.setTimeout(1_200_000)
const pool = startPool()
t.teardown(pool.stop)

t.test('every rule has a profile that finds its planted bug', async (t) => {
  t.strictSame(Object.keys(finders).sort(), [...rules].sort())
})

for (const rule of rules) {
  t.test(`a wrong read is found without the rule ${rule}`, async (t) => {
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
