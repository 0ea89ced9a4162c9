import { AppError, UniqueViolation } from '@vitrine/contracts/errors'
import { type Database, numberChanges, type Transaction } from '@vitrine/database'
import fc from 'fast-check'
import { statement } from './any-statement.js'
import { answersOn, requireLogged } from './repository-answers.js'
import { type ownDatabase, reset, subjects } from './small-database.js'

type Small = Awaited<ReturnType<typeof ownDatabase>>

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
export function runs(
  { database, sql }: Small,
  options: { numRuns: number; seed?: number; path?: string },
) {
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
