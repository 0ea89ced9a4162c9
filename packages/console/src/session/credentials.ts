import { type Credentials, createSession, type Session } from '@vitrine/sdk'
import { tabStore } from './tab-store.ts'
import { codeOfSession, tryingAgain } from './try-again.ts'

const own = createSession(tabStore())
const authorizeOnce = tryingAgain(own.authorize)

/** Codes of answers to a call whose session is over. */
const over = ['TOKEN_MISSING', 'SESSION_ENDED', 'REFRESH_TOKEN_INVALID']

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
  const response = await authorizeOnce(request, send, origin)
  if (opensSession.test(new URL(request.url).pathname)) return response
  seen(again, response)
  const ask = signInAgain
  if (ask === null) return response
  if (!over.includes((await codeOfSession(response)) ?? '')) return response
  await ask()
  return authorize(again, send, origin)
}

/** The access token is in memory, the refresh token in a cookie that no script can read. */
export const session: Session = { ...own, authorize }
