import { parentPort } from 'node:worker_threads'
import { addCounts, type Counts, noCounts } from './counts.js'
import { describe } from './describe.js'
import { isClean, type Run, simulate } from './simulate.js'

export type Batch = readonly Run[]
export type Failure = {
  run: Run
  description: string
  /** Whether a read was wrong; otherwise there was another problem. */
  isStale: boolean
}
export type BatchResult = { counts: Counts; failures: Failure[] }

// Stack traces of simulated failures are never read, and take a tenth of the time.
Error.stackTraceLimit = 0

parentPort?.on('message', async (batch: Batch) => {
  const result: BatchResult = { counts: noCounts(), failures: [] }
  for (const run of batch) {
    const outcome = await simulate(run)
    addCounts(result.counts, outcome.counts)
    if (isClean(outcome)) continue
    const isStale = outcome.violations.length > 0
    result.failures.push({ run, description: describe(run, outcome), isStale })
  }
  parentPort?.postMessage(result)
})
