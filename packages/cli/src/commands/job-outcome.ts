import { setTimeout } from 'node:timers/promises'
import { orThrow, type Schemas } from '@vitrine/sdk'
import { CommandError, exitCodes } from '../failure.js'
import type { FinishOptions } from '../operations/row.js'
import type { Row } from '../output/people.js'
import { startProgress } from '../output/progress.js'
import type { Context } from '../session/context.js'

type Job = Schemas['Job']

const pollMs = 500

/** Shows a job; with `--wait`, after its end. @throws CommandError if it has ended and some of it failed. */
export async function showJob(
  answer: Row,
  context: Context,
  { wait }: FinishOptions,
): Promise<boolean> {
  const job = answer as Job
  const last = wait ? await endOf(context, job.id) : job
  await context.output.item(last)
  const { state, code, failedCount, total } = last
  if (state === 'FAILED') {
    throw new CommandError(`The job has failed: ${code ?? 'unknown'}.`, exitCodes.failed)
  }
  if (state === 'DONE' && failedCount > 0) {
    throw new CommandError(`${failedCount} of ${total} failed.`, exitCodes.failed)
  }
  return true
}

/** The job when it has ended. Its progress is shown on a terminal. */
export async function endOf(context: Context, jobId: string): Promise<Job> {
  const vitrine = await context.vitrine()
  const params = { path: { projectId: await context.projectId(), jobId } }
  const read = () => orThrow(vitrine.GET('/api/projects/{projectId}/jobs/{jobId}', { params }))
  let job = await read()
  const progress = startProgress(context, job.total, 'Changing')
  while (job.state === 'RUNNING') {
    progress.show(job.done)
    await setTimeout(pollMs)
    job = await read()
  }
  progress.stop(`${job.done} of ${job.total} changed`)
  return job
}
