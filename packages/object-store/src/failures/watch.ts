type Options = {
  /** Rejects while the store fails. The failure log records it. */
  check: () => Promise<void>
  isFailing: () => boolean
  everyMs: number
}

/**
 * Checks the store at the start, and repeatedly while it fails. So a wrong setting is logged before a request fails
 * because of it, and a recovery is noticed without a request.
 */
export function createWatch({ check, isFailing, everyMs }: Options) {
  let timer: NodeJS.Timeout | undefined
  const look = (): void => void check().catch(() => undefined)
  return {
    start: (): void => {
      look()
      timer = setInterval(() => isFailing() && look(), everyMs).unref()
    },
    stop: (): void => clearInterval(timer),
  }
}
