import { createClient, type Retry, type Session, type Vitrine } from '@vitrine/sdk'
import { session } from '../session/credentials.ts'

/** Both APIs. Calls wait while the person signs in again, see `session/credentials.ts`. */
export const vitrine: Vitrine<Session> = createClient({ baseUrl: location.origin, session })

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
