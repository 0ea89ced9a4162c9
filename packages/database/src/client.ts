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
 * The database as the role that DATABASE_URL names, with Prisma's models: for tools and tests, which
 * own the tables. management-api uses `createScopedDatabase`. Every error that leaves it is translated: a broken
 * uniqueness is a UniqueViolation, a database out of reach or too slow an AppError
 * DATABASE_UNAVAILABLE; the rest are bugs.
 */
export function createDatabase(options: DatabaseOptions) {
  const adapter = new PrismaPg(poolSettings(options), {
    onPoolError: options.onConnectionError,
    onConnectionError: options.onConnectionError,
  })
  // The extension changes no types, only which errors come out.
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
     * Runs the work in one transaction (read committed); all of it is committed or none.
     * A transaction that outlives the statement timeout times four is rolled back.
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
/** What a repository works on: the database, or a transaction of it. */
export type Queryable = Transaction
