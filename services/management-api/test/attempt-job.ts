import type { Database } from '@vitrine/database'
import type { App } from '@vitrine/http'
import type { JobHandlers } from '../src/queue/job.js'
import { jobRepository } from '../src/queue/repository.js'
import { createWorker } from '../src/queue/worker.js'

type Deps = { database: Database; handlers: JobHandlers; log: App['log'] }

/** One more attempt at a job, due or not. Lanes of the same database do not see it as due. */
export async function attemptJob({ database, handlers, log }: Deps, id: string): Promise<void> {
  const job = await database.job.update({
    where: { id },
    data: { attempts: { increment: 1 } },
    select: { id: true, kind: true, payload: true, attempts: true },
  })
  const { signal } = new AbortController()
  await createWorker({ queue: jobRepository(database), handlers, log, signal })(job)
}
