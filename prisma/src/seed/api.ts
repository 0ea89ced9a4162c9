import {
  type ClientOptions,
  type Credentials,
  createClient,
  createSession,
  type RetryOptions,
  type Send,
} from '@vitrine/sdk'
import { createRetryLimits, type RetryLimitOptions } from './retry-limits.js'

export type ApiDeps = RetryLimitOptions & Pick<RetryOptions, 'wait'>

export type Api = ReturnType<typeof createApi>

/** Below the five minutes after which `fetch` gives up by itself. */
const attemptTimeoutMs = 240_000

/** Clients of the public HTTP API. Their calls are repeated within its limits. */
export function createApi({ wait, ...deps }: ApiDeps) {
  const limits = createRetryLimits(deps)
  const session = createSession()
  const clientOf = <Session extends Credentials | undefined>(
    options: Pick<ClientOptions<Session>, 'session' | 'headers'>,
    onRetry: RetryOptions['onRetry'] = limits.untilSilence,
  ) =>
    createClient<Session>({
      ...options,
      baseUrl: deps.baseUrl,
      fetch: limits.watch(sendOnce),
      retry: { attempts: Infinity, patienceMs: Infinity, ...(wait && { wait }), onRetry },
    })
  return {
    /** The calls of the user who is signed in. */
    vitrine: clientOf({ session }),
    /** The same, but no call is repeated longer than `limitMs` from now on. */
    within: (limitMs: number) => clientOf({ session }, limits.within(limitMs)),
    /** The calls of a site. */
    siteOf: (apiKey: string) => clientOf({ headers: { 'X-API-Key': apiKey } }),
  }
}

const sendOnce: Send = (request) => {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(attemptTimeoutMs)])
  return fetch(request, { signal })
}
