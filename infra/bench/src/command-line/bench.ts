import { withStack } from '../with-stack.js'
import { measureHelp } from './help.js'
import { measureJobs } from './jobs.js'

type Log = (line: string) => void

/** What the command line costs: its start, a quickstart, and an upload of many large pictures. */
export async function benchCommandLine(log: Log, pictures: number): Promise<void> {
  await measureHelp(log)
  await withStack(log, (stack) => measureJobs(stack, log, pictures))
}
