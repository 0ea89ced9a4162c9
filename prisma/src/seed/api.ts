import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Attempt, createPatience, type PatienceDeps } from './patience.js'

export type Method = 'GET' | 'POST' | 'PUT'

type ApiRequest = {
  /** Sent as JSON, or as multipart/form-data where it is a form. */
  body?: object | FormData
  headers?: Record<string, string>
  /** How long the call may be repeated, ms; as long as other calls are answered if left out. */
  limitMs?: number
}

export type ApiDeps = PatienceDeps & {
  /** Such as http://localhost:8080. */
  baseUrl: string
  wait?: (milliseconds: number) => Promise<unknown>
}

export type Api = ReturnType<typeof createApi>

/** Below the five minutes after which `fetch` gives up by itself. */
const attemptTimeoutMs = 240_000

/** Talks to the public HTTP API and nothing else. */
export function createApi({ baseUrl, wait = sleep, ...deps }: ApiDeps) {
  const patience = createPatience(deps)
  let authorization: Record<string, string> = {}
  let signInAgain: () => Promise<string> = () => Promise.reject(new Error('no user is signed in'))

  /**
   * The answer, of any status. The user's token is not sent. A call without an answer,
   * or one that is answered 429 or 503, is sent again: a POST has an Idempotency-Key, so it takes
   * effect once.
   *
   * @throws when there was no answer to any call for minutes, or within `limitMs`.
   */
  async function send(method: Method, path: string, request: ApiRequest = {}): Promise<Response> {
    const { limitMs, ...content } = request
    const key = method === 'POST' ? { 'idempotency-key': randomUUID() } : {}
    const encoded = encode({ ...content, headers: { ...content.headers, ...key } })
    const call = patience.begin(limitMs)
    try {
      for (;;) {
        const attempt = await attemptCall(method, path, encoded)
        if ('response' in attempt && !isBusy(attempt.response)) return call.answered(attempt)
        const failure = await reasonToRepeat(method, path, attempt)
        if (call.isOver()) throw failure
        await wait('response' in attempt ? retryAfterMs(attempt.response) : 1000)
      }
    } finally {
      call.end()
    }
  }

  async function attemptCall(method: Method, path: string, encoded: Encoded): Promise<Attempt> {
    const signal = AbortSignal.timeout(attemptTimeoutMs)
    try {
      return { response: await fetch(new URL(path, baseUrl), { method, ...encoded, signal }) }
    } catch (error) {
      return { error }
    }
  }

  function reasonToRepeat(method: Method, path: string, attempt: Attempt): Promise<Error> | Error {
    if ('response' in attempt) return failureOf(method, path, attempt.response)
    const reason = reasonOf(attempt.error)
    return new Error(`${method} ${path}: no answer from ${baseUrl} (${reason})`, {
      cause: attempt.error,
    })
  }

  /**
   * The JSON of a 2xx to the signed-in user. A token that has expired is replaced.
   *
   * @throws with the call, the status and the answer's message where it is not a 2xx.
   */
  async function call(
    method: Method,
    path: string,
    body?: object | FormData,
    limits: Pick<ApiRequest, 'limitMs'> = {},
  ): Promise<unknown> {
    const sendSigned = () =>
      send(method, path, {
        ...limits,
        headers: authorization,
        ...(body === undefined ? {} : { body }),
      })
    let response = await sendSigned()
    if (response.status === 401) {
      await response.body?.cancel()
      authorization = bearer(await signInAgain())
      response = await sendSigned()
    }
    if (!response.ok) throw await failureOf(method, path, response)
    return response.json()
  }

  /** Every item of a paged list, in the list's order. */
  async function list(path: string): Promise<unknown[]> {
    const items: unknown[] = []
    for (let number = 0; ; number++) {
      const page = (await call('GET', `${path}?page=${number}&size=100`)) as Page
      items.push(...page.content)
      if (page.last) return items
    }
  }

  return {
    send,
    call,
    list,
    /** Every later `call` and `list` carries this access token, or the one that replaces it. */
    signIn: (accessToken: string, replace: () => Promise<string>) => {
      authorization = bearer(accessToken)
      signInAgain = replace
    },
  }
}

/** What a call that did not succeed is reported as. */
export async function failureOf(method: Method, path: string, response: Response): Promise<Error> {
  const text = await response.text()
  return new Error(`${method} ${path} was answered ${response.status}: ${messageIn(text)}`)
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const isBusy = ({ status }: Response): boolean => status === 429 || status === 503

/** A page of a list, as every list of the management API answers. */
type Page = { content: unknown[]; last: boolean }

type Encoded = { body: string | FormData | null; headers: Record<string, string> }

function encode({ body, headers = {} }: ApiRequest): Encoded {
  if (body === undefined) return { body: null, headers }
  // The form's own Content-Type holds its boundary, so fetch has to set it.
  if (body instanceof FormData) return { body, headers }
  return {
    body: JSON.stringify(body),
    headers: { ...headers, 'content-type': 'application/json' },
  }
}

function messageIn(text: string): string {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && 'message' in body) return String(body.message)
  } catch {
    // Not one of our error bodies: a proxy's page, say. It is shown as it is.
  }
  return text.slice(0, 200) || 'an empty body'
}

/** One second where the header is missing or a date. */
function retryAfterMs(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? 1)
  return Math.min(Number.isFinite(seconds) ? seconds : 1, 10) * 1000
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}
