import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { backends } from '@vitrine/testing'
import pg from 'pg'
import type { Test } from 'tap'
import { createDatabase } from '../src/index.js'

/**
 * A separate database, migrated and empty, on the same server, with its own log and replica register.
 * Dropped with the test.
 */
export async function ownDatabase(t: Test) {
  const name = `vitrine_test_${randomUUID().replaceAll('-', '')}`
  const url = new URL(backends().databaseUrl)
  await onServer(`CREATE DATABASE ${name}`)
  t.teardown(() => onServer(`DROP DATABASE ${name} WITH (FORCE)`))
  url.pathname = name
  await migrate(url.href)
  return { url: url.href, open: (t: Test) => openDatabase(t, url.href) }
}

/** In a separate process, since the engine serves one database per process. */
async function migrate(url: string): Promise<void> {
  const program = fileURLToPath(import.meta.resolve('@vitrine/prisma/migrate'))
  const env = { ...process.env, DATABASE_URL: url, NODE_OPTIONS: '' }
  await promisify(execFile)(process.execPath, [program], { env })
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client(backends().databaseUrl)
  await client.connect()
  await client.query(statement)
  await client.end()
}

function openDatabase(t: Test, url: string) {
  const database = createDatabase({
    url,
    poolSize: 8,
    statementTimeoutMs: 15_000,
    onConnectionError: () => undefined,
  })
  t.teardown(() => database.close())
  return database
}
