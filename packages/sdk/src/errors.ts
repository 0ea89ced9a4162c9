import type { ErrorCode, Schemas } from './api.js'

/** An answer of 400 or above. `message` is for people, `code` for programs. */
export class VitrineError extends Error {
  readonly status: number
  /** Undefined if the answer is not Vitrine's own, such as a router's page. */
  readonly code: ErrorCode | undefined
  /** Of an invalid request: each field and its problem. */
  readonly details: readonly { field: string; message: string }[]
  /** For the service's log. */
  readonly requestId: string | undefined

  constructor(status: number, body: unknown) {
    const { message, code, details, requestId } = (
      typeof body === 'object' && body !== null ? body : {}
    ) as Partial<Schemas['Error']>
    super(message ?? `The answer is ${status}.`)
    this.name = 'VitrineError'
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
  if (!response.ok) throw new VitrineError(response.status, error)
  return data as DataOf<Result>
}
