import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** Names the migrated database that is copied. Set by the test runner. */
const templateVariable = 'VITRINE_TEMPLATE_DATABASE'

const addressOf = (url: string, database: string): string => {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

/** Runs one statement on a connection of its own. */
export async function query<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

const isDuplicate = '42P04'
const isInUse = '55006'

/**
 * Copies or drops a database. Postgres does neither while others are connected to it, and when it ends their sessions, it
 * waits 5 s for that: on a busy machine too short.
 */
async function onceUnused(url: string, statement: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await query(url, statement)
      return
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === isDuplicate) return // Another process made it.
      if (code !== isInUse || attempt === 20) throw error
      await delay(500)
    }
  }
}

const copy = (url: string, from: string, to: string): Promise<void> =>
  onceUnused(url, `CREATE DATABASE ${to} TEMPLATE ${from}`)

/**
 * A copy of the migrated and empty database that `url` names, which nothing connects to. Made once for each
 * set of migrations.
 *
 * @param url of the owner of the tables.
 * @returns the settings that make the processes of the suites copy it.
 */
export async function makeTemplate(url: string): Promise<Record<string, string>> {
  const migrations = await query(
    url,
    'SELECT migration_name, checksum FROM _prisma_migrations ORDER BY migration_name',
  )
  const hash = createHash('sha256').update(JSON.stringify(migrations)).digest('hex')
  const template = `vitrine_template_${hash.slice(0, 16)}`
  const server = addressOf(url, 'postgres')
  const found = await query(server, `SELECT 1 FROM pg_database WHERE datname = '${template}'`)
  if (found.length === 0) await copy(server, new URL(url).pathname.slice(1), template)
  return { [templateVariable]: template }
}

/**
 * A migrated, empty database for one process or test.
 *
 * @param url of the owner of the tables, on the server of the suites.
 */
export async function copyDatabase(
  url: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const template = process.env[templateVariable] ?? (await makeTemplate(url))[templateVariable]
  const name = `vitrine_test_${randomUUID().replaceAll('-', '')}`
  const server = addressOf(url, 'postgres')
  await copy(server, template ?? '', name)
  return {
    url: addressOf(url, name),
    drop: () => onceUnused(server, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}
