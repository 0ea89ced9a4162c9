import { handover } from './handover.ts'
import { askAhead } from './server/ahead.ts'
import { callsOf } from './server/first-calls.ts'
import { lastProject } from './session/last-project.ts'
import { mayBeSignedIn } from './session/signed-in.ts'

// One file without imports, which runs before the modules of the page are there.
globalThis.vitrineHandover = handover
if (mayBeSignedIn()) {
  for (const call of ['/api/auth/me', ...callsOf(location, lastProject)]) askAhead(call)
}
