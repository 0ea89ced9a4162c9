/** Memory that was taken. Giving it back more than once does no harm. */
type MemoryShare = { giveBack(): void }

/**
 * Memory that several pieces of work share. Work that needs more than is free waits, first come first
 * served, so that a large one is not overtaken for ever. Work that needs more than the whole budget gets
 * all of it, when nothing else runs. Idle processes of all users count as well, so they end when little is left.
 */
export function createMemoryBudget(maxBytes: number) {
  let takenBytes = 0
  let waiting: { bytes: number; begin: () => void }[] = []
  const endings: (() => Promise<unknown>)[] = []

  const fits = (bytes: number): boolean => takenBytes + bytes <= maxBytes

  const beginNext = (): void => {
    for (let [next] = waiting; next && fits(next.bytes); [next] = waiting) {
      waiting = waiting.slice(1)
      next.begin()
    }
  }

  const share = (bytes: number): MemoryShare => {
    let isGivenBack = false
    takenBytes += bytes
    return {
      giveBack: () => {
        if (isGivenBack) return
        isGivenBack = true
        takenBytes -= bytes
        beginNext()
      },
    }
  }

  return {
    /** @throws the signal's reason: then nothing was taken. */
    take: (asked: number, signal?: AbortSignal): Promise<MemoryShare> => {
      const bytes = Math.min(asked, maxBytes)
      if (signal?.aborted) return Promise.reject(signal.reason)
      if (waiting.length === 0 && fits(bytes)) return Promise.resolve(share(bytes))
      return new Promise((resolve, reject) => {
        const entry = {
          bytes,
          begin: () => {
            signal?.removeEventListener('abort', leave)
            resolve(share(bytes))
          },
        }
        const leave = () => {
          waiting = waiting.filter((other) => other !== entry)
          reject(signal?.reason)
          beginNext()
        }
        signal?.addEventListener('abort', leave, { once: true })
        waiting.push(entry)
      })
    },
    /** @param end ends the idle processes of one user. */
    addIdle: (end: () => Promise<unknown>): void => void endings.push(end),
    endIdle: async (): Promise<void> => void (await Promise.all(endings.map((end) => end()))),
    takenBytes: (): number => takenBytes,
    waiting: (): number => waiting.length,
  }
}

export type MemoryBudget = ReturnType<typeof createMemoryBudget>
