import { startWorker } from '../workers/worker.js'
import type { Offer, Outcome } from './offer.js'

/** Makes an offer from a process of its own, so that its clock is not held up by other work. */
export async function offerFromAfar(job: Offer): Promise<Outcome> {
  const worker = startWorker<Offer, Outcome>(new URL('./offer-worker.js', import.meta.url))
  try {
    return await worker.ask(job)
  } finally {
    worker.stop()
  }
}
