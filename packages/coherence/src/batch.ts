/**
 * Shares one run among all who ask while the previous one is under way. Nobody is ever given a
 * run that had started before they asked.
 */
export function createBatch(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  const start = (): Promise<void> => {
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
