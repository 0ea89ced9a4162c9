import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCache } from '@vitrine/cache'
import { createWriter } from '@vitrine/coherence'
import { changeChannel } from '@vitrine/contracts'
import { appendChange, createDatabase } from '@vitrine/database'
import { createObjectStore } from '@vitrine/object-store'
import { backends, freshName } from '@vitrine/testing'
import type { Test } from 'tap'
import { projectRows, type Write } from './project.js'

/**
 * An organization of its own, and whoever changes it: writes what management-api would write, in
 * the same transactions. `tellsReplicas: false` leaves the message on the bus out.
 */
export async function createTenant(t: Test, { tellsReplicas = true } = {}) {
  const { database, cache, store } = await connect(t)
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-delivery-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const writer = createWriter({
    bus: {
      publish: (message) => cache.publish(changeChannel, message),
      subscribe: () => undefined,
    },
  })

  const write: Write = async (work) => {
    const { result, change } = await database.transaction(async (tx) => {
      const touched = new Set<string>()
      const result = await work(tx, (...tags) => {
        for (const tag of tags) touched.add(tag)
      })
      return { result, change: await appendChange(tx, [...touched]) }
    })
    if (tellsReplicas) await writer.acknowledged(change)
    return result
  }

  const organization = await database.organization.create({
    data: { name: 'Tenant', slug: freshName('tenant') },
  })
  return {
    database,
    /** The Redis that delivery keeps its answers in. */
    cache,
    store,
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
    await database.close()
  })
  return { database, cache, store }
}
