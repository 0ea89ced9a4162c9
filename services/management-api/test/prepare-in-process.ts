import { tmpdir } from 'node:os'
import { createScopedDatabase } from '@vitrine/database'
import { ImageProcesses } from '@vitrine/imaging'
import { databaseUrlOf } from '@vitrine/testing'
import type { FastifyBaseLogger } from 'fastify'
import { jobRepository } from '../src/queue/repository.js'
import { createJobRunner } from '../src/queue/runner.js'
import { prepareAsset } from '../src/renditions/prepare-asset.js'
import { prepareWidget } from '../src/renditions/prepare-widget.js'
import type { SignedObjects } from '../src/storage/signed-objects.js'
import { openStore, signedObjects } from './dependencies.js'

/*
 * Runs the background jobs of one instance in a process of its own. With DIES_AFTER, it kills itself as soon
 * as it has stored that number of renditions, before the job goes on.
 */
const diesAfter = Number(process.env.DIES_AFTER ?? Number.POSITIVE_INFINITY)

function mortal(objects: SignedObjects): SignedObjects {
  let stored = 0
  return {
    ...objects,
    prepare: async (...args) => {
      const store = await objects.prepare(...args)
      return async (file) => {
        await store(file)
        stored += 1
        if (stored === diesAfter) process.kill(process.pid, 'SIGKILL')
      }
    },
  }
}

const database = createScopedDatabase({
  url: databaseUrlOf('management-api', process.env.OWN_DATABASE_URL),
  poolSize: 2,
  statementTimeoutMs: 15_000,
  onConnectionError: () => undefined,
}).forJobs()
const images = new ImageProcesses({ processes: 1, limits: { maxPixels: 100_000_000 } })
const log = { warn: () => undefined } as unknown as FastifyBaseLogger
const store = openStore()
const parts = {
  database,
  store,
  objects: mortal(signedObjects(store)),
  images,
  log,
  workFolder: { path: async () => tmpdir() },
}
const runner = createJobRunner({
  queue: jobRepository(database),
  log,
  urgent: {},
  background: {
    [prepareWidget.kind]: prepareWidget.handler(database),
    [prepareAsset.kind]: prepareAsset.handler(parts),
  },
})
runner.start()
runner.wakeBackground()
