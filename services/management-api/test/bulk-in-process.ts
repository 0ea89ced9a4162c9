import { createScopedDatabase } from '@vitrine/database'
import { databaseUrlOf } from '@vitrine/testing'
import type { FastifyBaseLogger } from 'fastify'
import { createChanges } from '../src/changes/changes.js'
import { bulkJob } from '../src/jobs/bulk-job.js'
import { jobRepository } from '../src/jobs/queue/repository.js'
import { createJobRunner } from '../src/jobs/queue/runner.js'

/* Runs the bulk changes of one instance in a process that can be killed. */
const database = createScopedDatabase({
  url: databaseUrlOf('management-api', process.env.OWN_DATABASE_URL),
  poolSize: 4,
  statementTimeoutMs: 15_000,
  onConnectionError: () => undefined,
})
// No replica is running, so there is nobody to wait for.
const acknowledged = async () => ({ acknowledged: 0, replicas: 0, waitedMs: 0 })
const writer = { settle: acknowledged, settled: acknowledged }
const changes = createChanges({ database, writer })
const queue = database.forJobs()
const runner = createJobRunner({
  queue: jobRepository(queue),
  log: { warn: () => undefined } as unknown as FastifyBaseLogger,
  urgent: {},
  bulk: { [bulkJob.kind]: bulkJob.handler(queue, changes) },
})
runner.start()
runner.wakeBulk()
