import t from '@vitrine/testing/t'
import { Forgotten } from '../tags/repository-answers.js'
import { runs } from '../tags/runs.js'
import { ownDatabase } from '../tags/small-database.js'

// Hundreds of transactions, with every query repeated after each.
t.setTimeout(1_200_000)

const small = await ownDatabase(t)
const { database } = small

/**
 * Each of these alone; the other triggers are covered by a table that changes together with theirs. The numbers are a
 * seed, and the runs of it to skip because they detect nothing. After a change of the generators it may take a
 * hundred runs: then choose another number, from the name of the assertion.
 */
const indispensable = [
  ['widgets', 'insert', 5, 3],
  ['widgets', 'update', 39, 10],
  ['widgets', 'delete', 6, 10],
  ['widget_assets', 'insert', 7, 2],
  ['widget_assets', 'update', 7, 10],
  ['widget_assets', 'delete', 22, 7],
  ['widget_assets', 'truncate', 8, 104],
  ['assets', 'insert', 9, 0],
  ['assets', 'update', 30, 4],
  ['assets', 'delete', 10, 0],
  ['api_keys', 'insert', 17, 50],
  ['api_keys', 'update', 48, 83],
  ['api_keys', 'delete', 25, 33],
  ['api_keys', 'truncate', 18, 146],
  ['projects', 'delete', 9, 9],
] as const

t.test('a missing trigger is detected', async (t) => {
  for (const [table, event, seed, skipped] of indispensable) {
    const trigger = `${table}_log_${event}`
    await database.$executeRawUnsafe(`ALTER TABLE ${table} DISABLE TRIGGER ${trigger}`)
    const { errorInstance, numRuns } = await runs(small, {
      numRuns: 1000,
      seed,
      path: `${skipped}`,
    })
    t.type(errorInstance, Forgotten, `${trigger}, by run ${skipped + numRuns}`)
    await database.$executeRawUnsafe(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${trigger}`)
  }
})
