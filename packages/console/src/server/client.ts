import { createClient, type Retry, type Session, type Vitrine } from '@vitrine/sdk'
import { session } from '../session/credentials.ts'
import { takingAhead } from './ahead.ts'
import { LimitReached } from './limit-reached.ts'

/** Both APIs. Calls wait while the person signs in again, see `session/credentials.ts`. */
export const vitrine: Vitrine<Session> = createClient({
  baseUrl: location.origin,
  session: takingAhead(session),
})

/** A person waits for these answers, so a limit is shown instead of waited for. @throws LimitReached */
const showLimit = async ({ response, delayMs }: Retry): Promise<void> => {
  if (response?.status !== 429) return
  // The sentence has a parameter, and the sign-in is loaded without those.
  const { loadWords } = await import('../words/load-words.ts')
  loadWords()
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

/** For uploads, whose queue slows down while the service is busy. */
export const clientThat = (onRetry: (busy: boolean) => void): Vitrine<Session> =>
  createClient({
    baseUrl: location.origin,
    session,
    retry: {
      onRetry: ({ response }) => onRetry(response?.status === 503 || response?.status === 429),
    },
  })

export type { Retry }

/** For changes whose repetitions are shown. */
export const retryingClient = (onRetry: (retry: Retry) => void | Promise<void>): Vitrine<Session> =>
  createClient({ baseUrl: location.origin, session, retry: { onRetry } })
