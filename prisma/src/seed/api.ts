import { setTimeout } from 'node:timers/promises'

export type Method = 'GET' | 'POST' | 'PUT'

export type ApiRequest = {
  /** Sent as JSON, or as multipart/form-data where it is a form. */
  body?: object | FormData
  headers?: Record<string, string>
}

export type ApiDeps = {
  /** Such as http://localhost:8080. */
  baseUrl: string
  wait?: (milliseconds: number) => Promise<unknown>
}

export type Api = ReturnType<typeof createApi>

const timeoutMs = 60_000

/** Talks to the public HTTP API and nothing else. */
export function createApi({ baseUrl, wait = setTimeout }: ApiDeps) {
  let authorization: Record<string, string> = {}

  /**
   * The answer, whatever its status; the user's token is not sent along. A GET or PUT that is
   * answered 429 or 503 is sent again after the time in Retry-After, as often as five times:
   * both can be repeated harmlessly.
   */
  async function send(method: Method, path: string, request: ApiRequest = {}): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const response = await sendOnce(method, path, request)
      const isBusy = response.status === 429 || response.status === 503
      if (!isBusy || method === 'POST' || attempt > 5) return response
      await response.body?.cancel()
      await wait(retryAfterMs(response))
    }
  }

  async function sendOnce(method: Method, path: string, request: ApiRequest): Promise<Response> {
    const { body, headers } = encode(request)
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      return await fetch(new URL(path, baseUrl), { method, body, headers, signal })
    } catch (error) {
      throw new Error(`${method} ${path}: no answer from ${baseUrl} (${reasonOf(error)})`, {
        cause: error,
      })
    }
  }

  /**
   * The JSON of a 2xx to the signed-in user.
   *
   * @throws with the call, the status and the answer's message where it is not a 2xx.
   */
  async function call(method: Method, path: string, body?: object | FormData): Promise<unknown> {
    const request = { headers: authorization, ...(body === undefined ? {} : { body }) }
    const response = await send(method, path, request)
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
    /** Every later `call` and `list` carries this access token. */
    signIn: (accessToken: string) => {
      authorization = { authorization: `Bearer ${accessToken}` }
    },
  }
}

/** What a call that did not succeed is reported as. */
export async function failureOf(method: Method, path: string, response: Response): Promise<Error> {
  const text = await response.text()
  return new Error(`${method} ${path} was answered ${response.status}: ${messageIn(text)}`)
}

/** A page of a list, as every list of the management API answers. */
type Page = { content: unknown[]; last: boolean }

function encode({ body, headers = {} }: ApiRequest) {
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
