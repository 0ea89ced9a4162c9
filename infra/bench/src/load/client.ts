import { startWorker } from '../workers/worker.js'
import type { Offer, Outcome } from './offer.js'

/** Generates load from a separate process, so that other work does not delay its clock. */
export async function offerFromProcess(job: Offer): Promise<Outcome> {
  const worker = startWorker<Offer, Outcome>(new URL('./offer-worker.js', import.meta.url))
  try {
    return await worker.ask(job)
  } finally {
    worker.stop()
  }
}
