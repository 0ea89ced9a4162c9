import type { App } from '@vitrine/http'
import { createHousekeeping } from '../housekeeping/housekeeping.js'
import { jobRepository } from '../queue/repository.js'
import { createJobRunner } from '../queue/runner.js'
import { describeAssets } from '../renditions/describe-assets.js'
import { reEncryptSigningKeys } from '../resources/signing-keys/re-encrypt.js'
import { type JobDeps, jobHandlers } from './job-handlers.js'

export function startJobs(app: App, deps: JobDeps) {
  const { config } = deps
  const database = deps.database.forJobs()
  const jobs = createJobRunner({
    queue: jobRepository(database),
    ...jobHandlers(app, deps),
    log: app.log,
  })
  const housekeeping = createHousekeeping({
    database,
    log: app.log,
    auditRetentionDays: config.AUDIT_RETENTION_DAYS,
    historyRetentionDays: config.HISTORY_RETENTION_DAYS,
  })
  const ending = new AbortController()
  let catchingUp = Promise.resolve()
  app.addHook('onReady', async () => {
    jobs.start()
    catchingUp = catchUp(app, deps, ending.signal)
    housekeeping.start()
  })
  app.addHook('onClose', async () => {
    ending.abort()
    await Promise.all([catchingUp, housekeeping.stop(), jobs.stop()])
  })
  return jobs
}

/** A new release describes older assets, and a new OBJECT_SECRET encrypts signing keys: both are applied at the next start. */
async function catchUp(app: App, deps: JobDeps, ending: AbortSignal): Promise<void> {
  const database = deps.database.forJobs()
  try {
    await reEncryptSigningKeys(database, deps.signingKeyCipher, ending)
    ending.throwIfAborted()
    await describeAssets.scheduleIfNeeded(database)
  } catch (err) {
    if (ending.aborted) return
    app.log.warn({ err }, 'the work that follows a start has failed; the next start repeats it')
  }
}
