import { createObjectChecksums } from '@vitrine/contracts'
import {
  createDatabase,
  createScopedDatabase,
  type Database,
  type ScopedDatabase,
} from '@vitrine/database'
import { createMetrics } from '@vitrine/metrics'
import { createObjectStore, type ObjectStore } from '@vitrine/object-store'
import { backends, databaseUrlOf, objectSecret } from '@vitrine/testing'
import type { Test } from 'tap'
import { createSignedObjects, type SignedObjects } from '../src/storage/signed-objects.js'

const options = { poolSize: 2, statementTimeoutMs: 15_000, onConnectionError: () => undefined }

/** The database as its owner sees it: to look at what was written, and to set up what no call can. */
export function openDatabase(t: Test, url = backends().databaseUrl): Database {
  const database = createDatabase({ ...options, url })
  t.teardown(() => database.close())
  return database
}

/** The same database as the service opens it. */
export function openScopedDatabase(t: Test, url = backends().databaseUrl): ScopedDatabase {
  const database = createScopedDatabase({ ...options, url: databaseUrlOf('management-api', url) })
  t.teardown(() => database.close())
  return database
}

export function openStore(): ObjectStore {
  return createObjectStore({ ...backends().s3, timeoutMs: 15_000 })
}

/** Images in that store, as the service reads and writes them. */
export const signedObjects = (store: ObjectStore): SignedObjects =>
  createSignedObjects({
    store,
    checksums: createObjectChecksums([objectSecret]),
    metrics: createMetrics(),
    log: { error: () => undefined },
  })
