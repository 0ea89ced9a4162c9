type Options = {
  /** Rejects while something is wrong with the store. The trouble log notes it. */
  check: () => Promise<void>
  isTroubled: () => boolean
  everyMs: number
}

/**
 * Checks the store at the start, and again and again while something is wrong with it. So a wrong
 * setting is logged before a request fails by it, and a recovery without waiting for a request.
 */
export function createWatch({ check, isTroubled, everyMs }: Options) {
  let timer: NodeJS.Timeout | undefined
  const look = (): void => void check().catch(() => undefined)
  return {
    start: (): void => {
      look()
      timer = setInterval(() => isTroubled() && look(), everyMs).unref()
    },
    stop: (): void => clearInterval(timer),
  }
}
