import type { Answer } from './worker.js'

/** The worker side of `startWorker`: runs each job, and exits with its parent process. */
export function serveJobs<Job, Result>(work: (job: Job) => Promise<Result>): void {
  const answer = async (job: Job): Promise<Answer<Result>> => {
    try {
      return { result: await work(job) }
    } catch (error) {
      return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
  }
  process.on('message', async (job: Job) => process.send?.(await answer(job)))
  process.on('disconnect', () => process.exit())
}
