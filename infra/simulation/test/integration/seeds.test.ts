import { countNames, runSeeds, startPool } from '@vitrine/simulation'
import t from 'tap'

const seeds = 2000
// A minute of two cores, on a busy machine several.
t.setTimeout(600_000)
const pool = startPool()
t.teardown(pool.stop)

t.test('no read is ever older than what was acknowledged before it started', async (t) => {
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

  await t.test('and the runs come past everything that could make one so', async (t) => {
    for (const name of countNames) t.ok(counts[name] > 0, `${name}: ${counts[name]}`)
  })
})
