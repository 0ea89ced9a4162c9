import { keyedCalls } from './generated/keyed-calls.js'
import { codeOf, type Layer } from './transport.js'

export type RetryOptions = {
  /**
   * The maximum number of times that a call is sent; 1 turns retries off. The default is 5; uploads, and
   * look-ups of their hashes, have none and are retried until `patienceMs` is over, so that they outlast a restart of the service.
   */
  attempts?: number
  /** The longest sum of all waits of one call, ms; 120,000 by default. */
  patienceMs?: number
  /** Resolves after the time, or rejects when the signal aborts. For tests. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
  /** Called before each wait. If it throws, the call ends with that error. */
  onRetry?: (retry: Retry) => void | Promise<void>
}

/** A call that is about to be sent again. */
export type Retry = {
  /** The same object for every repetition of the call. */
  request: Request
  delayMs: number
  /** The transient answer, whose body may be read; undefined if there was none. */
  response?: Response
  /** Why there was no answer. */
  cause?: unknown
}

const longestWaitMs = 5000
const idempotent = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']
/** With the look-ups before them, which change nothing. */
const uploads = /^(?:POST .*\/assets(?:\/lookup)?|PUT .*\/assets\/[^/]+\/file)$/
/** Answers that say nothing about the call itself. */
const transient = [408, 429, 502, 503, 504]

/**
 * Sends a call again if it got no answer or a transient one. Calls that take an Idempotency-Key get one;
 * a call that is neither keyed nor idempotent nor a look-up is repeated after 429 alone, which precedes any effect.
 * After PROPAGATION_PENDING the change is stored, and repeated calls wait until it counts everywhere: that
 * takes no attempt.
 */
export function createRetry({
  attempts = 5,
  patienceMs = 120_000,
  wait = pause,
  onRetry,
}: RetryOptions = {}): Layer {
  return async (original, send) => {
    const request = withKey(original)
    const most = attempts > 1 && uploads.test(callOf(request)) ? Infinity : attempts
    let waitedMs = 0
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await send(request.clone()).catch(failureOf(request))
      const isPending = await isPropagating(outcome)
      if (isPending) attempt -= 1
      const delayMs = delayBefore(attempt, outcome)
      const isLast = attempt >= most || waitedMs + delayMs > patienceMs
      if (isLast || !mayRepeat(request, outcome)) return resultOf(outcome)
      waitedMs += delayMs
      await onRetry?.({
        request,
        delayMs,
        ...(outcome instanceof Response ? { response: outcome } : outcome),
      })
      await wait(delayMs, request.signal)
    }
  }
}

/** No answer at all. */
type Failure = { cause: unknown }
type Outcome = Response | Failure

/** @throws the reason of the signal if the caller aborted. */
const failureOf =
  ({ signal }: Request) =>
  (cause: unknown): Failure => {
    if (signal.aborted) throw cause
    return { cause }
  }

function resultOf(outcome: Outcome): Response {
  if (outcome instanceof Response) return outcome
  throw outcome.cause
}

const callOf = ({ method, url }: Request): string => `${method} ${new URL(url).pathname}`

function withKey(request: Request): Request {
  const header = 'Idempotency-Key'
  if (request.headers.has(header) || !keyedCalls.test(callOf(request))) return request
  const keyed = new Request(request)
  keyed.headers.set(header, crypto.randomUUID())
  return keyed
}

function mayRepeat(request: Request, outcome: Outcome): boolean {
  if (outcome instanceof Response && outcome.status === 429) return true
  const isSafe =
    idempotent.includes(request.method) ||
    request.headers.has('Idempotency-Key') ||
    uploads.test(callOf(request))
  return isSafe && (!(outcome instanceof Response) || transient.includes(outcome.status))
}

const isPropagating = async (outcome: Outcome): Promise<boolean> =>
  outcome instanceof Response &&
  outcome.status === 503 &&
  (await codeOf(outcome)) === 'PROPAGATION_PENDING'

/** `Retry-After`, or a random part of a time that doubles. */
function delayBefore(attempt: number, outcome: Outcome): number {
  const after = outcome instanceof Response ? outcome.headers.get('Retry-After') : null
  const seconds = Number(after)
  if (after !== null && seconds >= 0) return seconds * 1000
  const date = Date.parse(after ?? '')
  if (!Number.isNaN(date)) return Math.max(0, date - Date.now())
  return Math.random() * Math.min(longestWaitMs, 200 * 2 ** attempt)
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, ms)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}
