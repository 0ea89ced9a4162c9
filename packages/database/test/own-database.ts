import { backends } from '@vitrine/testing'
import { copyDatabase } from '@vitrine/testing/database-copies'
import type { Test } from 'tap'
import { createDatabase } from '../src/index.js'

/**
 * A separate database, migrated and empty, on the same server, with its own log and replica register.
 * Dropped with the test.
 */
export async function ownDatabase(t: Test) {
  const { url, drop } = await copyDatabase(backends().databaseUrl)
  t.teardown(drop)
  return { url, open: (t: Test) => openDatabase(t, url) }
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
