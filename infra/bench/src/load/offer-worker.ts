import { existsSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { serveJobs } from '../workers/serve-jobs.js'
import { offer } from './offer.js'

/** Niceness among sessions, which Linux asks for first where it knows them. */
const sessionFile = '/proc/self/autogroup'
const refusals = new Set<string | undefined>(['EACCES', 'EPERM', 'EROFS', 'EAGAIN'])

/**
 * Clients are other machines, which do not wait for this one's cores: else it would be their waiting
 * that is measured. Only root may go first.
 */
function goFirst(): void {
  const { PRIORITY_HIGHEST: first } = constants.priority
  ifPermitted(() => setPriority(first))
  ifPermitted(() => existsSync(sessionFile) && writeFileSync(sessionFile, String(first)))
}

function ifPermitted(request: () => void): void {
  try {
    request()
  } catch (error) {
    const { code, info } = error as NodeJS.ErrnoException & { info?: { code?: string } }
    if (!refusals.has(code) && !refusals.has(info?.code)) throw error
  }
}

goFirst()
serveJobs(offer)
