import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { backends } from '@vitrine/testing'
import type { Test } from 'tap'
import { openDatabase } from './dependencies.js'

/**
 * The URL of a separate database, migrated and empty, on the same server. For tests that would block every
 * writer of the shared one. Dropped with the test.
 */
export async function ownDatabase(t: Test): Promise<string> {
  const name = `vitrine_test_${randomUUID().replaceAll('-', '')}`
  const server = openDatabase(t)
  await server.$executeRawUnsafe(`CREATE DATABASE ${name}`)
  t.teardown(() => server.$executeRawUnsafe(`DROP DATABASE ${name} WITH (FORCE)`))
  const url = new URL(backends().databaseUrl)
  url.pathname = name
  const program = fileURLToPath(import.meta.resolve('@vitrine/prisma/migrate'))
  const env = { ...process.env, DATABASE_URL: url.href, NODE_OPTIONS: '' }
  await promisify(execFile)(process.execPath, [program], { env })
  return url.href
}
