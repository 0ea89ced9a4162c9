import { askAhead } from './server/ahead.ts'
import { callsOf } from './server/first-calls.ts'
import { lastProject } from './session/last-project.ts'
import { loadMe, mayBeSignedIn } from './session/me.ts'

// Runs while the other scripts of the page are loading.
if (mayBeSignedIn()) {
  loadMe().catch(() => undefined) // The router asks again, and shows the problem.
  for (const call of callsOf(location, lastProject())) askAhead(call)
}
