/**
 * Calls during a run share the next run, so that none gets the result of a run that started before
 * it was made.
 */
export function createBatch<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined
  let next: Promise<Result> | undefined

  const start = (): Promise<Result> => {
    next = undefined
    const current = run().finally(() => {
      if (running === current) running = undefined
    })
    running = current
    return current
  }

  return () => {
    if (running === undefined) return start()
    // The next run starts whether or not this one fails.
    next ??= running.then(start, start)
    return next
  }
}
