import { PrismaPg } from '@prisma/adapter-pg'
import { translate } from './errors/prisma-errors.js'
import { type Prisma, PrismaClient } from './generated/client.js'
import { poolSettings } from './pool/settings.js'

export type DatabaseOptions = {
  /** postgresql://user:password@host:port/database */
  url: string
  /** Most connections of this process. */
  poolSize: number
  /** Longest time that one statement may take, ms; also the longest wait for a connection. */
  statementTimeoutMs: number
  /** Called for connections that broke while idle. The pool replaces them. */
  onConnectionError: (error: Error) => void
}

/**
 * The database as the role in DATABASE_URL, with Prisma's models: for tools and tests, which own the
 * tables. management-api uses `createScopedDatabase`. Errors are translated: a unique violation is a
 * UniqueViolation, and an unreachable or slow database an AppError DATABASE_UNAVAILABLE. All other errors
 * are bugs.
 */
export function createDatabase(options: DatabaseOptions) {
  const adapter = new PrismaPg(poolSettings(options), {
    onPoolError: options.onConnectionError,
    onConnectionError: options.onConnectionError,
  })
  // The extension changes no types, only the errors that are thrown.
  const prisma = new PrismaClient({ adapter }).$extends({
    query: {
      $allOperations: ({ args, query }) =>
        query(args).catch((error: unknown) => {
          throw translate(error)
        }),
    },
  }) as unknown as PrismaClient

  return Object.assign(prisma, {
    /**
     * Runs the work in one transaction (read committed), which is committed or rolled back as a whole. It
     * is rolled back after four times the statement timeout.
     */
    transaction: async <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> => {
      try {
        return await prisma.$transaction(work, {
          maxWait: options.statementTimeoutMs,
          timeout: options.statementTimeoutMs * 4,
        })
      } catch (error) {
        throw translate(error)
      }
    },
    ping: async (): Promise<void> => {
      await prisma.$queryRaw`SELECT 1`
    },
    close: () => prisma.$disconnect(),
  })
}

export type Database = ReturnType<typeof createDatabase>
/** The same models inside a transaction. */
export type Transaction = Prisma.TransactionClient
/** The database or a transaction, as used by a repository. */
export type Queryable = Transaction
