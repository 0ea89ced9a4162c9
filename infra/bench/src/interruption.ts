let interrupted: Promise<never> | undefined

/** Rejects when this process is told to end, so that what it has started is ended in good order. */
export function untilInterrupted(): Promise<never> {
  interrupted ??= new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => reject(new Error(`stopped by ${signal}`)))
    }
  })
  return interrupted
}
