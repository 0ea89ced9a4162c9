import type pg from 'pg'
import { Prisma, type Queryable } from '../../src/index.js'
import { type Tenant, tenantTables } from './tenants.js'

const sqlOf = (text: string, ...values: string[]): Prisma.Sql =>
  new Prisma.Sql(text.split(/\$\d/), values)

/** Keys of the visible rows; null if the role has no permission to read the table. */
export async function seen(db: Queryable, table: string): Promise<string[] | null> {
  const [key = ''] = tenantTables[table] ?? []
  try {
    const rows = await db.$queryRaw<{ key: string }[]>(
      sqlOf(`SELECT ${key}::text AS key FROM ${table}`),
    )
    return rows.map((row) => row.key).sort()
  } catch (error) {
    if (isDenied(error)) return null
    throw error
  }
}

const isDenied = (error: unknown): boolean => /permission denied/.test(String(error))

/** Keys of the rows of a tenant, read as the owner of the tables. */
export const createRows =
  (owner: pg.Client) =>
  async (tenant: Tenant, table: string): Promise<string[]> => {
    const [key, which] = tenantTables[table] ?? []
    const { rows } = await owner.query<{ key: string }>(
      `SELECT ${key}::text AS key FROM ${table} WHERE ${which}`,
      [tenant.organizationId],
    )
    return rows.map((row) => row.key).sort()
  }
