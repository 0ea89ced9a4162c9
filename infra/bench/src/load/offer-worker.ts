import { existsSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { serveJobs } from '../workers/serve-jobs.js'
import { offer } from './offer.js'

/** Priority among sessions (autogroups), which Linux applies before niceness. */
const sessionFile = '/proc/self/autogroup'
const refusals = new Set<string | undefined>(['EACCES', 'EPERM', 'EROFS', 'EAGAIN'])

/**
 * Raises this process's priority. Real clients run on other machines and do not compete for these
 * cores; otherwise the load generator's own waiting would be measured. Only permitted for root.
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
