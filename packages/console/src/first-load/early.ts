import { handover } from '../tab-session/handover.ts'
import { lastProject } from '../tab-session/last-project.ts'
import { mayBeSignedIn } from '../tab-session/signed-in.ts'
import { askAhead } from './ahead.ts'
import { callsOf } from './calls.ts'

// One file without imports, which runs before the modules of the page are there.
globalThis.vitrineHandover = handover
if (mayBeSignedIn()) {
  for (const call of ['/api/auth/me', ...callsOf(location, lastProject)]) askAhead(call)
}
