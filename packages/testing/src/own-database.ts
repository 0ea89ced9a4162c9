/*
 * Imported before a test file: gives its process a database and a key space in Redis that no other suite
 * uses. So a suite may count rows, replicas and events, and no suite waits for another one's locks.
 */
import { isMainThread } from 'node:worker_threads'

const marker = 'VITRINE_HAS_OWN_DATABASE'
const urls = ['DATABASE_URL', 'MANAGEMENT_DATABASE_URL', 'DELIVERY_DATABASE_URL'] as const
/** Postgres writes a checkpoint before it drops a database. */
const mostDropMs = 60_000

async function separate(databaseUrl: string): Promise<void> {
  const { copyDatabase } = await import('./database-copies.js')
  const copy = await copyDatabase(databaseUrl)
  const { pathname } = new URL(copy.url)
  for (const name of urls) {
    const url = new URL(process.env[name] ?? copy.url)
    url.pathname = pathname
    process.env[name] = url.href
  }
  if (process.env.REDIS_URL !== undefined) {
    const url = new URL(process.env.REDIS_URL)
    url.searchParams.set('keyPrefix', `${pathname.slice(1)}:`)
    process.env.REDIS_URL = url.href
  }
  process.once('beforeExit', () => {
    // A busy Postgres fails no test: its database is then left over. The timer does not keep the process alive.
    setTimeout(() => process.exit(), mostDropMs).unref()
    copy.drop().catch(() => undefined)
  })
}

// Processes that a test starts share its database.
if (isMainThread && process.env[marker] === undefined) {
  process.env[marker] = '1'
  if (process.env.DATABASE_URL !== undefined) await separate(process.env.DATABASE_URL)
}
