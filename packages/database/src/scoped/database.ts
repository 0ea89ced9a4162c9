import { AsyncLocalStorage } from 'node:async_hooks'
import { PrismaPg } from '@prisma/adapter-pg'
import type { DatabaseOptions, Queryable, Transaction } from '../client.js'
import { translate } from '../errors/prisma-errors.js'
import { PrismaClient } from '../generated/client.js'
import { createPool } from '../pool/pool.js'
import { type Actor, enterScope, type Scope } from './scope.js'
import { createScopedSql, type RawQueryable } from './sql.js'

/**
 * Passes the scope from the call of a scoped client to the beginning of its transaction. Prisma's engine,
 * which is in between, forwards no other context. Used only in this file.
 */
const entering = new AsyncLocalStorage<Scope>()

/** Enters the scope with each transaction; there is no transaction without one. */
class ScopedAdapter extends PrismaPg {
  override async connect() {
    const adapter = await super.connect()
    const begin = adapter.startTransaction.bind(adapter)
    adapter.startTransaction = async (isolationLevel) => {
      const scope = entering.getStore()
      if (scope === undefined) throw new Error('a transaction without a scope')
      return enter(await begin(isolationLevel), scope)
    }
    return adapter
  }
}

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>
type Begun = Awaited<ReturnType<Adapter['startTransaction']>>

/**
 * Sends the scope before the first statement without waiting for the result: connections are pipelined, so
 * it costs no round trip. If it fails, so does each statement of the transaction.
 */
function enter(transaction: Begun, scope: Scope): Begun {
  const entered = transaction.executeRaw(enterScope(scope))
  entered.catch(() => undefined)
  const queryRaw = transaction.queryRaw.bind(transaction)
  const executeRaw = transaction.executeRaw.bind(transaction)
  transaction.queryRaw = async (query) => (await Promise.all([queryRaw(query), entered]))[0]
  transaction.executeRaw = async (query) => (await Promise.all([executeRaw(query), entered]))[0]
  return transaction
}

/**
 * The database as used by management-api: every query runs in a transaction, as the role of a purpose and,
 * for a request, on behalf of one user. Row-level security hides rows of others. Errors are translated as
 * in `createDatabase`.
 *
 * @throws AppError DATABASE_MISCONFIGURED from every query if the role bypasses row-level security.
 */
export function createScopedDatabase(options: DatabaseOptions) {
  const { statementTimeoutMs, onConnectionError } = options
  const pool = createPool({ ...options, role: 'vitrine_management', pipeline: true })
  const adapter = new ScopedAdapter(pool, { onConnectionError })
  const prisma = new PrismaClient({ adapter })
  // A transaction that outlives the statement timeout times four is rolled back.
  const limits = { maxWait: statementTimeoutMs, timeout: statementTimeoutMs * 4 }

  const running = new Set<Promise<unknown>>()

  const within = async <Result>(
    scope: Scope,
    work: (tx: Transaction) => Promise<Result>,
  ): Promise<Result> => {
    try {
      const transaction = entering.run(scope, () => prisma.$transaction(work, limits))
      running.add(transaction)
      return await transaction.finally(() => running.delete(transaction))
    } catch (error) {
      throw translate(error)
    }
  }

  const open = (scope: Scope): Scoped => {
    // The extension changes no types, only where a query runs.
    const client = prisma.$extends({
      query: {
        $allOperations: ({ model, operation, args }) =>
          within(scope, (tx) => call(tx, model, operation, args)),
      },
    }) as unknown as Queryable
    return Object.assign(client, {
      transaction: <Result>(work: (tx: Transaction) => Promise<Result>) => within(scope, work),
      sql: createScopedSql({ pool, scope, onConnectionError }),
    })
  }

  return {
    /** A request of a user, who sees the data of their own organizations. */
    forActor: (actor: Actor): Scoped => open({ role: 'vitrine_request', actor }),
    /**
     * The same within a project: of tables whose rows belong to a project, only rows of this one are visible, and
     * lists of assets may read the view `project_assets`. Much faster for users with many projects.
     */
    forProject: ({ projectId, ...actor }: Actor & { projectId: string }): Scoped =>
      open({ role: 'vitrine_request', actor, projectId }),
    /** Registration, login, passwords, sessions, accepting invitations. No access to projects. */
    forAccounts: (actor: Actor | null = null): Scoped => open({ role: 'vitrine_account', actor }),
    /** Jobs and housekeeping. */
    forJobs: (): Scoped => open({ role: 'vitrine_job', actor: null }),
    ping: async (): Promise<void> => {
      try {
        await prisma.$queryRaw`SELECT 1`
      } catch (error) {
        throw translate(error)
      }
    },
    /** Transactions that have begun end first: Prisma would abandon them, and the pool would wait for them. */
    close: async (): Promise<void> => {
      await Promise.allSettled(running)
      await prisma.$disconnect()
      await pool.end()
    },
  }
}

export type ScopedDatabase = ReturnType<typeof createScopedDatabase>

/**
 * The models of one scope. Each query is a separate transaction, so several queries cost less within one
 * `transaction`.
 */
export type Scoped = Queryable & {
  /** Runs the work in one transaction (read committed), which is committed or rolled back as a whole. */
  transaction: <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>
  /** For queries that every call needs. */
  sql: RawQueryable
}

type Delegate = Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>

function call(tx: Transaction, model: string | undefined, operation: string, args: unknown) {
  const delegates = tx as unknown as Record<string, Delegate>
  const delegate = model === undefined ? (tx as unknown as Delegate) : delegates[nameOf(model)]
  const run = delegate?.[operation]
  if (run === undefined) throw new Error(`Prisma has no operation ${model}.${operation}`)
  // The arguments of `$queryRawUnsafe` are the text and its values.
  return run.apply(delegate, Array.isArray(args) ? args : [args])
}

/** Prisma's models are named WidgetAsset, their delegates widgetAsset. */
const nameOf = (model: string): string => `${model.charAt(0).toLowerCase()}${model.slice(1)}`
