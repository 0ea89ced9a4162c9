import createFetchClient, { type Client } from 'openapi-fetch'
import type { Paths } from './api.js'
import { answerTo, noAnswer } from './errors.js'
import { createRetry, type RetryOptions } from './retry.js'
import type { Credentials } from './session/session.js'
import type { Send, Transport } from './transport.js'

export type ClientOptions<Session extends Credentials | undefined = Credentials | undefined> = {
  /** Where both services are, without a path, such as `https://images.example.com`. */
  baseUrl: string
  /** Made by `createSession` or `personalToken`. Without it, calls have no credentials. */
  session?: Session
  /** Headers of every call, such as the `X-API-Key` of a site. */
  headers?: Record<string, string>
  retry?: RetryOptions
  /** Sends requests; the platform's `fetch` by default. */
  fetch?: Send
}

/** The calls of both APIs by method and path, typed: `vitrine.GET('/api/auth/me')`. */
export type Vitrine<Session = Credentials | undefined> = Client<Paths> & {
  readonly baseUrl: string
  readonly session: Session
  /** Sends any request with the session and the retries of the client. */
  send(request: Request, transport?: Transport): Promise<Response>
}

/** @throws TypeError for a base URL that is empty, has a path, or is none. */
export function createClient<Session extends Credentials | undefined = undefined>(
  options: ClientOptions<Session>,
): Vitrine<Session> {
  const { session, headers = {}, fetch = (request: Request) => globalThis.fetch(request) } = options
  const baseUrl = originOf(options.baseUrl)
  const retry = createRetry(options.retry)
  const send: Vitrine['send'] = (request, transport = (one) => fetch(one)) => {
    const sendOnce: Send = (attempt) => transport(attempt, fetch)
    return retry(withHeaders(request, headers), async (attempt) => {
      const response = session
        ? await session.authorize(attempt, sendOnce, { baseUrl, fetch })
        : await sendOnce(attempt)
      return answerTo(request, response)
    }).catch((cause) => {
      throw request.signal.aborted ? cause : noAnswer(request, cause)
    })
  }
  const client = createFetchClient<Paths>({ baseUrl, fetch: (request) => send(request) })
  return Object.assign(client, { baseUrl, session: session as Session, send })
}

function originOf(baseUrl: string): string {
  const [origin] = /^https?:\/\/[^/?#]+(?=\/*$)/i.exec(baseUrl) ?? []
  if (origin && URL.canParse(origin)) return origin
  throw new TypeError(
    `baseUrl must be an address without a path, such as https://images.example.com, not "${baseUrl}".`,
  )
}

/** Those of the call itself count first. */
function withHeaders(request: Request, headers: Record<string, string>): Request {
  const complete = new Request(request)
  for (const [name, value] of Object.entries(headers)) {
    if (!complete.headers.has(name)) complete.headers.set(name, value)
  }
  return complete
}
