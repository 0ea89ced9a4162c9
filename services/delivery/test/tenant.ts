import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCache, createLogCopy } from '@vitrine/cache'
import { type Bus, createWriter, type Observer, systemClock } from '@vitrine/coherence'
import { ChangeFeed, createDatabase, numberChanges } from '@vitrine/database'
import { createObjectStore } from '@vitrine/object-store'
import { backends, freshName } from '@vitrine/testing'
import type { Test } from 'tap'
import { projectRows, type Write } from './project.js'

/** Accepts every message and delivers none. */
const silent: Bus = { publish: async () => true, subscribe: () => undefined }

const nobody: Observer = {
  leaseLapsed: () => undefined,
  fenced: () => undefined,
  floorRejected: () => undefined,
  answered: () => undefined,
  validated: () => undefined,
  fencedReplica: () => undefined,
  acknowledged: () => undefined,
  pending: () => undefined,
  purgeFailed: () => undefined,
  audited: () => undefined,
}

/**
 * A separate organization and its writer, which writes and waits like management-api. With `isRedisSilent`,
 * no message through Redis arrives.
 */
export async function createTenant(t: Test, { isRedisSilent = false } = {}) {
  const { database, feed, cache, store } = await connect(t)
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-delivery-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const writer = createWriter({
    changeLog: feed,
    logCopy: createLogCopy({ cache }),
    buses: [isRedisSilent ? silent : cache.bus, feed.bus],
    clock: systemClock(),
    observer: nobody,
  })

  const write: Write = async (work) => {
    const { result, numbered } = await database.transaction(async (tx) => {
      const result = await work(tx)
      return { result, numbered: await numberChanges(tx) }
    })
    await writer.settle(numbered)
    return result
  }

  const organization = await database.organization.create({
    data: { name: 'Tenant', slug: freshName('tenant') },
  })
  return {
    database,
    /** The Redis in which delivery caches its answers. */
    cache,
    store,
    /** The key under which Redis stores an answer, specific to this database. */
    entryKey: async (key: string): Promise<string> => {
      const id = randomUUID()
      const { logId } = await feed.register(id, 0)
      await feed.leave(id)
      return `${logId}:${key}`
    },
    addProject: async () => {
      const project = await database.project.create({
        data: { organizationId: organization.id, name: 'Project', slug: freshName('project') },
      })
      return projectRows(project.id, { write, store, folder })
    },
  }
}

export type Tenant = Awaited<ReturnType<typeof createTenant>>

async function connect(t: Test) {
  const { databaseUrl, redisUrl, s3 } = backends()
  const database = createDatabase({
    url: databaseUrl,
    poolSize: 2,
    statementTimeoutMs: 10_000,
    onConnectionError: () => undefined,
  })
  const feed = new ChangeFeed({
    url: databaseUrl,
    timeoutMs: 10_000,
    onError: () => undefined,
  })
  const store = createObjectStore({ ...s3, timeoutMs: 10_000 })
  const cache = await new Promise<ReturnType<typeof createCache>>((resolve) => {
    const connecting = createCache({
      url: redisUrl,
      commandTimeoutMs: 10_000,
      onStatus: (status) => {
        if (status === 'up') resolve(connecting)
      },
    })
  })
  t.teardown(async () => {
    cache.close()
    await Promise.all([feed.close(), database.close()])
  })
  return { database, feed, cache, store }
}
