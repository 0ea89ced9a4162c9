import { constants, setPriority } from 'node:os'
import { serveJobs } from '../workers/serve-jobs.js'
import { offer } from './offer.js'

/**
 * Clients are other machines, which do not wait for this one's cores: else it would be their waiting
 * that is measured. Only root may go first.
 */
function goFirst(): void {
  try {
    setPriority(constants.priority.PRIORITY_HIGH)
  } catch (error) {
    if ((error as { info?: { code?: string } }).info?.code !== 'EACCES') throw error
  }
}

goFirst()
serveJobs(offer)
