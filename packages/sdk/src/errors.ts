import type { ErrorCode, Schemas } from './api.js'

const requests = new WeakMap<Response, Request>()

/** Remembers the request for a VitrineError of the answer. */
export function answerTo(request: Request, response: Response): Response {
  requests.set(response, request)
  return response
}

/** `fetch` says "fetch failed" alone. Any other error, such as one of `retry.onRetry`, stays as it is. */
export function noAnswer({ method, url }: Request, error: unknown): unknown {
  if (!(error instanceof TypeError)) return error
  const { message, cause = error } = error
  return new TypeError(`${method} ${url.split('?')[0]} got no answer: ${message}`, { cause })
}

/** An answer of 400 or above. `message` is for people, `code` for programs. */
export class VitrineError extends Error {
  /** Such as `GET /api/auth/me`; the address alone if the answer does not come from a call of the client. */
  readonly call: string
  readonly status: number
  /** Undefined if the answer is not Vitrine's own, such as a router's page. */
  readonly code: ErrorCode | undefined
  /** Each field of an invalid request and its problem. */
  readonly details: readonly { field: string; message: string }[]
  /** Find the request in the service's log by it. */
  readonly requestId: string | undefined

  constructor(response: Response, body: unknown) {
    const { status, url } = response
    const request = requests.get(response)
    const { message, code, details, requestId } = (
      typeof body === 'object' && body !== null ? body : {}
    ) as Partial<Schemas['Error']>
    super(message ?? `The answer is ${status}.`)
    this.name = 'VitrineError'
    this.call = request ? `${request.method} ${new URL(request.url).pathname}` : url
    this.status = status
    this.code = code
    this.details = details ?? []
    this.requestId = requestId
  }
}

type Outcome = { data?: unknown; error?: unknown; response: Response }
type DataOf<Result> = Result extends { error?: never; data: infer Data } ? Data : never

/**
 * The data of a call: `await orThrow(vitrine.GET(…))`.
 *
 * @throws VitrineError for an answer of 400 or above.
 */
export async function orThrow<Result extends Outcome>(
  call: Promise<Result>,
): Promise<DataOf<Result>> {
  const { data, error, response } = await call
  if (!response.ok) throw new VitrineError(response, error)
  return data as DataOf<Result>
}
