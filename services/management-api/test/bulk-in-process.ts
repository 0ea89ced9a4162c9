import { createScopedDatabase } from '@vitrine/database'
import { databaseUrlOf } from '@vitrine/testing'
import type { FastifyBaseLogger } from 'fastify'
import { createChanges } from '../src/changes/changes.js'
import { jobRepository } from '../src/queue/repository.js'
import { createJobRunner } from '../src/queue/runner.js'
import { bulkJob } from '../src/resources/assets/bulk/job.js'

/*
 * Runs the bulk changes of one instance in a process of its own. With DIES_AFTER, it kills itself as soon as
 * it has committed that number of batches, before they are acknowledged. With DIES_WITHIN, it kills itself
 * before it commits that batch.
 */
const diesAfter = Number(process.env.DIES_AFTER)
const diesWithin = Number(process.env.DIES_WITHIN)
const die = () => process.kill(process.pid, 'SIGKILL')
const database = createScopedDatabase({
  url: databaseUrlOf('management-api', process.env.OWN_DATABASE_URL),
  poolSize: 4,
  statementTimeoutMs: 15_000,
  onConnectionError: () => undefined,
})
// No replica is running, so nothing has to be waited for.
const acknowledged = async () => ({ acknowledged: 0, replicas: 0, waitedMs: 0, purgedMs: null })
let committed = 0
const settle = async () => {
  committed += 1
  if (committed === diesAfter) die()
  return acknowledged()
}
const { write, ...others } = createChanges({ database, writer: { settle, settled: acknowledged } })
const changes: typeof others & { write: typeof write } = {
  ...others,
  write: (author, work) =>
    write(author, async (tx, change) => {
      const result = await work(tx, change)
      if (committed + 1 === diesWithin) die()
      return result
    }),
}
const queue = database.forJobs()
const runner = createJobRunner({
  queue: jobRepository(queue),
  log: { warn: () => undefined } as unknown as FastifyBaseLogger,
  urgent: {},
  bulk: { [bulkJob.kind]: bulkJob.handler(queue, changes) },
})
runner.start()
runner.wakeBulk()
