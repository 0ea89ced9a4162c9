import { type Database, numberChanges, type Transaction } from '@vitrine/database'
import { AppError, UniqueViolation } from '@vitrine/errors'
import fc from 'fast-check'
import t from '@vitrine/testing/t'
import { statement } from '../tags/any-statement.js'
import { answersOn, Forgotten, requireLogged } from '../tags/repository-answers.js'
import { ownDatabase, reset, subjects } from '../tags/small-database.js'

/** One part of a transaction. Undone parts are rolled back to a savepoint. */
type Part = { statements: string[]; isUndone: boolean; isNumbered: boolean }
type Change = { parts: Part[]; isCommitted: boolean }

const part = fc.record({
  statements: fc.array(statement, { minLength: 1, maxLength: 2 }),
  isUndone: fc.nat(4).map((n) => n === 0),
  isNumbered: fc.boolean(),
})
const change: fc.Arbitrary<Change> = fc.record({
  parts: fc.array(part, { minLength: 1, maxLength: 2 }),
  isCommitted: fc.nat(9).map((n) => n > 0),
})

/** Runs it, or nothing of it if a constraint fails. @returns whether it is committed. */
async function apply(database: Database, { parts, isCommitted }: Change): Promise<boolean> {
  try {
    await database.transaction(async (tx) => {
      for (const part of parts) await applyPart(tx, part)
      if (!isCommitted) throw new Undone()
    })
    return true
  } catch (error) {
    if (!(error instanceof Undone) && !isRefusal(error)) throw error
    return false
  }
}

class Undone extends Error {}

async function applyPart(tx: Transaction, { statements, isUndone, isNumbered }: Part) {
  await tx.$executeRawUnsafe('SAVEPOINT part')
  for (const sql of statements) await tx.$executeRawUnsafe(sql)
  if (isNumbered) await numberChanges(tx)
  await tx.$executeRawUnsafe(isUndone ? 'ROLLBACK TO SAVEPOINT part' : 'RELEASE SAVEPOINT part')
}

function isRefusal(error: unknown): boolean {
  if (error instanceof UniqueViolation) return true
  if (error instanceof AppError) return error.code === 'REFERENCE_GONE'
  // 21000: an upsert that would change a row twice; 27000: a statement that conflicts with its own cascade.
  return error instanceof Error && /constraint|21000|27000/.test(error.message)
}

/** Changes the data repeatedly, and checks after each change for answers that were not logged. */
function runs(database: Database, options: { numRuns: number; seed?: number; path?: string }) {
  const property = fc.asyncProperty(
    fc.array(change, { minLength: 1, maxLength: 8 }),
    async (changes) => {
      await reset(database)
      let before = await answersOn(sql, subjects)
      for (const change of changes) {
        if (!(await apply(database, change))) continue
        const after = await answersOn(sql, subjects)
        await requireLogged(database, before, after)
        before = after
      }
    },
  )
  return fc.check(property, { ...options, endOnFailure: true })
}

// Hundreds of transactions, with every query repeated after each.
t.setTimeout(1_200_000)
const runsInSuite = 30

const { database, sql } = await ownDatabase(t)

t.test('every changed answer is named in the log, for any writes', async (t) => {
  const { failed, numRuns, seed, errorInstance, counterexample } = await runs(database, {
    numRuns: runsInSuite,
  })
  const found = `seed ${seed}, run ${numRuns}: ${errorInstance}\n${JSON.stringify(counterexample, null, 2)}`
  t.notOk(failed, failed ? found : 'no answer was forgotten')
})

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
    const { errorInstance, numRuns } = await runs(database, {
      numRuns: 1000,
      seed,
      path: `${skipped}`,
    })
    t.type(errorInstance, Forgotten, `${trigger}, by run ${skipped + numRuns}`)
    await database.$executeRawUnsafe(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${trigger}`)
  }
})
