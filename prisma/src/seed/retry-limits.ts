import { type Retry, type Send, VitrineError } from '@vitrine/sdk'

export type RetryLimitOptions = {
  /** Such as http://localhost:8080. */
  baseUrl: string
  /** Called once, when a call takes long or has to be repeated. */
  onBusy?: () => void
  /** Milliseconds of a clock that is never set back. */
  now?: () => number
  /** How long a call may take before the machine counts as busy, ms. */
  busyAfterMs?: number
}

/** No call at all succeeds for so long only where something is broken. */
const longestSilenceMs = 600_000

/**
 * Decides how long calls are repeated: on a busy machine every one of them may fail or take minutes,
 * but some succeed from time to time.
 */
export function createRetryLimits({
  baseUrl,
  onBusy = () => {},
  now = () => performance.now(),
  busyAfterMs = 15_000,
}: RetryLimitOptions) {
  let lastSuccessMs = now()
  let isKnownToBeBusy = false
  const firstFailuresMs = new WeakMap<Request, number>()

  const noteBusy = () => {
    if (!isKnownToBeBusy) onBusy()
    isKnownToBeBusy = true
  }

  return {
    /** The same as `send`, which has to be used for all calls. */
    watch:
      (send: Send): Send =>
      async (request) => {
        const slow = setTimeout(noteBusy, busyAfterMs)
        try {
          const response = await send(request)
          if (response.ok) lastSuccessMs = now()
          return response
        } finally {
          clearTimeout(slow)
        }
      },
    /** @throws why the call failed, once neither it nor any other has succeeded for minutes. */
    untilSilence: async (retry: Retry): Promise<void> => {
      noteBusy()
      const firstFailureMs = firstFailuresMs.get(retry.request) ?? now()
      firstFailuresMs.set(retry.request, firstFailureMs)
      if (now() - Math.max(firstFailureMs, lastSuccessMs) < longestSilenceMs) return
      throw await failureOf(retry, baseUrl)
    },
    /** An observer that throws why the call failed, once the time is over. It begins now. */
    within: (limitMs: number) => {
      const endMs = now() + limitMs
      return async (retry: Retry): Promise<void> => {
        noteBusy()
        if (now() >= endMs) throw await failureOf(retry, baseUrl)
      }
    },
  }
}

async function failureOf({ request, response, cause }: Retry, baseUrl: string): Promise<Error> {
  if (response) return new VitrineError(response, await response.json().catch(() => undefined))
  const call = `${request.method} ${new URL(request.url).pathname}`
  const error = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause
  const reason = error instanceof Error ? error.message : String(error)
  return new Error(`${call}: no answer from ${baseUrl} (${reason})`, { cause })
}

/** The message of an error; for a refusal, with the call and the status. */
export function describe(error: unknown): string {
  if (error instanceof VitrineError) {
    return `${error.call} was answered ${error.status}: ${error.message}`
  }
  return error instanceof Error ? error.message : String(error)
}
