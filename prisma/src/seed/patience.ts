/** What came of sending a call once. */
export type Attempt = { response: Response } | { error: unknown }

export type PatienceDeps = {
  /** Called once, when a call takes long or has to be repeated. */
  onBusy?: () => void
  /** Milliseconds of a clock that is never set back. */
  now?: () => number
  /** How long a call may take before the machine counts as busy, ms. */
  busyAfterMs?: number
}

/** Nothing at all is answered for so long only where something is broken. */
const longestSilenceMs = 600_000

/**
 * Decides how long calls are repeated: on a busy machine every one of them may fail or take minutes,
 * but some are answered from time to time.
 */
export function createPatience({
  onBusy = () => {},
  now = () => performance.now(),
  busyAfterMs = 15_000,
}: PatienceDeps) {
  let lastAnswerMs = now()
  let isKnownToBeBusy = false

  const noteBusy = () => {
    if (!isKnownToBeBusy) onBusy()
    isKnownToBeBusy = true
  }

  return {
    /** For one call with all its attempts. `limitMs` is from now on. */
    begin: (limitMs?: number) => {
      const startMs = now()
      const slow = setTimeout(noteBusy, busyAfterMs)
      return {
        /** The call has got its answer, which is returned. */
        answered: ({ response }: { response: Response }): Response => {
          lastAnswerMs = now()
          return response
        },
        /** After an attempt that failed: whether it was the last one. */
        isOver: (): boolean => {
          noteBusy()
          if (limitMs !== undefined) return now() - startMs >= limitMs
          return now() - Math.max(startMs, lastAnswerMs) >= longestSilenceMs
        },
        end: () => clearTimeout(slow),
      }
    },
  }
}
