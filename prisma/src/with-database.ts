import { PrismaPg } from '@prisma/adapter-pg'

/** Runs one statement. @returns its rows, each a list of its columns. */
export type Run = (sql: string) => Promise<unknown[][]>

/**
 * Connects for as long as `use` takes.
 *
 * @throws a sentence that names the server and says what it answered, if it cannot be connected to.
 */
export async function withDatabase<Result>(
  connectionString: string,
  use: (run: Run) => Promise<Result>,
): Promise<Result> {
  const connection = await new PrismaPg({
    connectionString,
    max: 1,
    connectionTimeoutMillis: 10_000,
  }).connect()
  try {
    await connection.queryRaw({ sql: 'SELECT 1', args: [], argTypes: [] }).catch((error) => {
      const { host } = new URL(connectionString)
      throw new Error(`cannot connect to Postgres at ${host}: ${reasonOf(error)}`)
    })
    return await use(async (sql) => {
      const { rows } = await connection.queryRaw({ sql, args: [], argTypes: [] })
      return rows
    })
  } finally {
    await connection.dispose()
  }
}

/** Prisma's own message is a kind, such as "AuthenticationFailed". */
function reasonOf({ message, cause }: Error): string {
  const { originalMessage, reason } = (cause ?? {}) as { originalMessage?: string; reason?: string }
  return originalMessage ?? reason ?? message
}
