import type { Answer } from './worker.js'

/** The other end of `startWorker`: answers each job, ends with the process that sends them. */
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
