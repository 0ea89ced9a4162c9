/**
 * Shares one run among all who ask while the previous one is under way. Nobody is ever given a
 * run that had started before they asked.
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
    // Whether the run under way succeeds is for those who wait for it.
    next ??= running.then(start, start)
    return next
  }
}
