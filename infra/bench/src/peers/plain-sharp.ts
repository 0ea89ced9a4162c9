import { startWorker } from '../workers/worker.js'
import type { SharpCost, SharpJob } from './sharp-job.js'

export function startSharp() {
  const { ask, stop } = startWorker<SharpJob, SharpCost>(
    new URL('./sharp-worker.js', import.meta.url),
  )
  return { costOf: ask, stop }
}

export type PlainSharp = ReturnType<typeof startSharp>
