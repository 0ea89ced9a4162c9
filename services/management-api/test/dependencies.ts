import { createObjectChecksums } from '@vitrine/contracts'
import {
  createDatabase,
  createScopedDatabase,
  type Database,
  type ScopedDatabase,
} from '@vitrine/database'
import { createMetrics } from '@vitrine/http'
import { createObjectStore, type ObjectStore } from '@vitrine/object-store'
import { backends, databaseUrlOf, objectSecret } from '@vitrine/testing'
import type { Test } from 'tap'
import { createSignedObjects, type SignedObjects } from '../src/storage/signed-objects.js'

const options = { poolSize: 2, statementTimeoutMs: 15_000, onConnectionError: () => undefined }

/** The database with the owner's privileges, to inspect rows and to set up what the API cannot. */
export function openDatabase(t: Test, url = backends().databaseUrl): Database {
  const database = createDatabase({ ...options, url })
  t.teardown(() => database.close())
  return database
}

/** The same database with the service's role. */
export function openScopedDatabase(t: Test, url = backends().databaseUrl): ScopedDatabase {
  const database = createScopedDatabase({ ...options, url: databaseUrlOf('management-api', url) })
  t.teardown(() => database.close())
  return database
}

export function openStore(): ObjectStore {
  return createObjectStore({ ...backends().s3, timeoutMs: 15_000 })
}

/** Images in the same store, read and written as the service does. */
export const signedObjects = (store: ObjectStore): SignedObjects =>
  createSignedObjects({
    store,
    checksums: createObjectChecksums([objectSecret]),
    metrics: createMetrics(),
    log: { error: () => undefined },
  })
