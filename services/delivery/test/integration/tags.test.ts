import t from '@vitrine/testing/t'
import { runs } from '../tags/runs.js'
import { ownDatabase } from '../tags/small-database.js'

// Hundreds of transactions, with every query repeated after each.
t.setTimeout(1_200_000)
const runsInSuite = 15

const small = await ownDatabase(t)

t.test('every changed answer is named in the log, for any writes', async (t) => {
  const { failed, numRuns, seed, errorInstance, counterexample } = await runs(small, {
    numRuns: runsInSuite,
  })
  const found = `seed ${seed}, run ${numRuns}: ${errorInstance}\n${JSON.stringify(counterexample, null, 2)}`
  t.notOk(failed, failed ? found : 'no answer was forgotten')
})
