import type { Credentials, Session } from '@vitrine/sdk'
import { handover } from './handover.ts'
import { codeOfSession } from './try-again.ts'

const { session: own } = handover

/** Codes of answers to a call whose session is over. An outdated token has been refreshed before, in vain. */
const over = [
  'TOKEN_MISSING',
  'TOKEN_EXPIRED',
  'TOKEN_INVALID',
  'SESSION_ENDED',
  'REFRESH_TOKEN_INVALID',
]

let signInAgain: (() => Promise<void>) | null = null

/** Calls that find the session over wait for this, and are then repeated. Null: they just fail. */
export function whenSessionEnds(ask: (() => Promise<void>) | null): void {
  signInAgain = ask
}

/** Signing in itself must not wait for signing in. */
const opensSession = /\/api\/auth\/(?:login|register|refresh|logout|invitations\/accept)$/

let seen: (request: Request, response: Response) => void = () => undefined

/** Is called with each answer, but not with those that open or end a session. */
export function whenAnswered(see: typeof seen): void {
  seen = see
}

const authorize: Credentials['authorize'] = async (request, send, origin) => {
  const again = request.clone()
  const response = await own.authorize(request, send, origin)
  if (opensSession.test(new URL(request.url).pathname)) return response
  seen(again, response)
  const ask = signInAgain
  if (ask === null) return response
  if (!over.includes((await codeOfSession(response)) ?? '')) return response
  await ask()
  return authorize(again, send, origin)
}

/** The session of this tab, whose calls wait while the person signs in again. */
export const session: Session = { ...own, authorize }
