import { PrismaPg } from '@prisma/adapter-pg'

/** Runs one statement. @returns its rows, each a list of its columns. */
export type Run = (sql: string) => Promise<unknown[][]>

/** Connects for as long as `use` takes. */
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
    return await use(async (sql) => {
      const { rows } = await connection.queryRaw({ sql, args: [], argTypes: [] })
      return rows
    })
  } finally {
    await connection.dispose()
  }
}
