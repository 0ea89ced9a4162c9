import { createObjectChecksums } from '@vitrine/contracts'
import { createDatabase, type Database } from '@vitrine/database'
import { createMetrics } from '@vitrine/metrics'
import { createObjectStore, type ObjectStore } from '@vitrine/object-store'
import { backends, objectSecret } from '@vitrine/testing'
import type { Test } from 'tap'
import { createSignedObjects, type SignedObjects } from '../src/signed-objects.js'

/** The database as the service sees it: to look at what it wrote, and to set up what no call can. */
export function openDatabase(t: Test, url = backends().databaseUrl): Database {
  const database = createDatabase({
    url,
    poolSize: 2,
    statementTimeoutMs: 15_000,
    onConnectionError: () => undefined,
  })
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
