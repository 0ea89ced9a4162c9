import { createClient, type Retry, type Session, type Vitrine } from '@vitrine/sdk'
import { takingAhead } from '../first-load/ahead.ts'
import { session } from '../tab-session/credentials.ts'
import { LimitReached } from '../words/errors.ts'

/** Both APIs. Calls wait while the person signs in again, see `tab-session/credentials.ts`. */
export const vitrine: Vitrine<Session> = createClient({
  baseUrl: location.origin,
  session: takingAhead(session),
})

/** A person waits for these answers, so a limit is shown instead of waited for. @throws LimitReached */
const showLimit = async ({ response, delayMs }: Retry): Promise<void> => {
  if (response?.status !== 429) return
  throw new LimitReached(Math.max(1, Math.ceil(delayMs / 1000)))
}

/** For the forms before the sign-in. */
export const signInClient: Vitrine<Session> = createClient({
  baseUrl: location.origin,
  session,
  retry: { onRetry: showLimit },
})

/** The same without the session of this browser, which may be of another person. */
export const anonymousClient: Vitrine<undefined> = createClient({
  baseUrl: location.origin,
  retry: { onRetry: showLimit },
})

export type { Retry }

/** For calls that act before each of their repetitions. If `onRetry` throws, the call ends with that error. */
export const retryingClient = (onRetry: (retry: Retry) => void | Promise<void>): Vitrine<Session> =>
  createClient({ baseUrl: location.origin, session, retry: { onRetry } })
