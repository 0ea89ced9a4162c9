import { lastProject } from '../session/last-project.ts'
import { mayBeSignedIn } from '../session/signed-in.ts'
import { askAhead } from './ahead.ts'
import { callsOf } from './calls.ts'
import { handover } from './handover.ts'

// One file without imports, which runs before the modules of the page are there.
globalThis.vitrineHandover = handover
if (mayBeSignedIn()) {
  for (const call of ['/api/auth/me', ...callsOf(location, lastProject)]) askAhead(call)
}
