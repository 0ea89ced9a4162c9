import t from '@vitrine/testing/t'
import { countNames } from '../../src/simulation/counts.js'
import { startPool } from '../../src/simulation/run-seeds.js'

/** `npm run proofs -- simulation` tries many more, and others each time. */
const seeds = 100
// Seconds on two cores, minutes on a busy machine.
t.setTimeout(1_200_000)
const pool = startPool()
t.teardown(pool.stop)

t.test('no read is older than the last acknowledgement before it started', async (t) => {
  const { done, counts, failures } = await pool.run({
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
