import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import copyStreams from 'pg-copy-streams'
import { leftOutColumns, leftOutTables, savedTables } from './tables.js'

export type Scope = { id: string; slug: string } | null

type Table = {
  name: string
  /** Quoted. Without generated columns. */
  columns: string[]
  key: string[]
}

export type TableContent = {
  rows: number
  /** Of the text that Postgres writes, in the order of the primary key: the same rows have the same one. */
  sha256: string
}

/** Texts of values must not depend on settings of a database or a role. */
const session = `SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET bytea_output = 'hex'; SET extra_float_digits = 1;
  SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = '60s'`

/** A connection as the owner of the tables, whom row-level security does not bind. Dispose it. */
export async function openDatabase(connectionString: string) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  // A lost connection also rejects the query that waits for it.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(session)
  const query = async <Row extends object>(sql: string, values?: unknown[]): Promise<Row[]> =>
    (await client.query<Row>(sql, values)).rows
  return {
    query,

    /** Calls `use` in a transaction, which is rolled back if it throws. */
    transaction: async <Result>(mode: string, use: () => Promise<Result>): Promise<Result> => {
      await client.query(`BEGIN ${mode}`)
      try {
        const result = await use()
        await client.query('COMMIT')
        return result
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined)
        throw error
      }
    },

    /** Compresses the result of a query into a file, or only reads it. */
    copyOut: async (select: string, path?: string): Promise<TableContent> => {
      const source = client.query(copyStreams.to(`COPY (${select}) TO STDOUT`))
      const hash = createHash('sha256')
      async function* hashed(chunks: Readable) {
        for await (const chunk of chunks) {
          hash.update(chunk as Buffer)
          if (path !== undefined) yield chunk as Buffer
        }
      }
      if (path === undefined) for await (const _ of hashed(source));
      else await pipeline(source, hashed, createGzip(), createWriteStream(path))
      return { rows: source.rowCount, sha256: hash.digest('hex') }
    },

    /** @param into a table, and its columns in parentheses. */
    copyIn: async (into: string, path: string): Promise<void> => {
      const target = client.query(copyStreams.from(`COPY ${into} FROM STDIN`))
      await pipeline(createReadStream(path), createGunzip(), target)
    },

    /** Its columns and primary key. @throws if the database has a table that this release does not know. */
    tables: async (): Promise<Map<string, Table>> => {
      const found = await query<Table>(tablesSql, [leftOutColumns])
      const known = new Set([...savedTables.map(({ name }) => name), ...leftOutTables.keys()])
      const unknown = found.filter(({ name }) => !known.has(name)).map(({ name }) => name)
      if (found.length === 0) throw new Error('the database has no tables: run the migration job')
      if (unknown.length > 0) {
        throw new Error(
          `this release does not know the table ${unknown.join(', ')}: use the program of the release that migrated the database`,
        )
      }
      return new Map(found.map((table) => [table.name, table]))
    },

    migrations: async (): Promise<string[]> => {
      const rows = await query<{ name: string }>(
        `SELECT migration_name AS name FROM _prisma_migrations
          WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
      )
      return rows.map(({ name }) => name)
    },

    end: () => client.end(),
  }
}

export type Database = Awaited<ReturnType<typeof openDatabase>>

const tablesSql = `SELECT c.relname::text AS name,
  ARRAY(
    SELECT quote_ident(attname)::text FROM pg_attribute
    WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname <> ALL ($1::text[])
    ORDER BY attnum) AS columns,
  ARRAY(
    SELECT quote_ident(a.attname)::text
    FROM pg_index AS i, unnest(i.indkey) WITH ORDINALITY AS part (attnum, place)
      JOIN pg_attribute AS a ON a.attnum = part.attnum
    WHERE i.indrelid = c.oid AND i.indisprimary AND a.attrelid = c.oid ORDER BY place) AS key
  FROM pg_class AS c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'`

/** The query for the rows of a table, in the order of its primary key. null if a scope has none of them. */
export function selectRows({ name, columns, key }: Table, scope: Scope): string | null {
  const { where = 'true', ofOrganization } = savedTables.find((one) => one.name === name) ?? {}
  if (scope !== null && ofOrganization === undefined) return null
  const condition = scope === null ? where : ofOrganization?.(scope.id)
  return `SELECT ${columns.join(', ')} FROM ${name} WHERE ${condition} ORDER BY ${key.join(', ')}`
}
