import { backends } from '@vitrine/testing'
import { copyDatabase } from '@vitrine/testing/database-copies'
import type { Test } from 'tap'

/**
 * The URL of a separate database, migrated and empty, on the same server. For tests whose writes would change
 * what other tests of the process see. Dropped with the test.
 */
export async function ownDatabase(t: Test): Promise<string> {
  const { url, drop } = await copyDatabase(backends().databaseUrl)
  t.teardown(drop)
  return url
}
