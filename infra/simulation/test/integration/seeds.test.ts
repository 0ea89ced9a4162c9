import { countNames, runSeeds, startPool } from '@vitrine/simulation'
import t from 'tap'

const seeds = 2000
// A minute on two cores, several on a busy machine.
t.setTimeout(1_200_000)
const pool = startPool()
t.teardown(pool.stop)

t.test('no read is older than what was acknowledged before it started', async (t) => {
  const { done, counts, failures } = await runSeeds(pool, {
    firstSeed: 1,
    seeds,
    isEnough: (failures) => failures.length >= 3,
  })
  t.strictSame(
    failures.map(({ description }) => description),
    [],
  )
  t.equal(done, seeds)

  await t.test('and the runs reach every case that is counted', async (t) => {
    for (const name of countNames) t.ok(counts[name] > 0, `${name}: ${counts[name]}`)
  })
})
