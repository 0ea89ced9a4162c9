import { readFileSync } from 'node:fs'

/**
 * The CPU time of the calling thread, ms (proc(5): schedstat). Unlike wall time it does not depend
 * on other processes, and unlike `process.cpuUsage` not on other threads.
 */
function threadCpuMs(): number {
  const [runNs] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')
  return Number(runNs) / 1_000_000
}

const referenceInserts = 50_000

function insert(): void {
  const keys = new Map<string, number>()
  for (let index = 0; index < referenceInserts; index += 1) keys.set(`k${index}`, index)
}

/** The minimum of three runs: garbage collection of earlier work may fall into one of them. */
function measureInsertMs(): number {
  const runs = [1, 2, 3].map(() => {
    const before = threadCpuMs()
    insert()
    return threadCpuMs() - before
  })
  return Math.min(...runs) / referenceInserts
}

/**
 * Measures CPU time of this thread in a unit that does not depend on the machine: inserts of a key into a Map. A
 * usual core does some 2,500 in a millisecond.
 */
export function createCpuMeter() {
  insert()
  let insertMs = measureInsertMs()

  return {
    /**
     * Repeats the work until it costs no more than `most`, 12 times at most. Repeats exclude cold code, garbage
     * collection of other requests, and caches that other processes emptied.
     *
     * @returns the minimum of its costs, inserts.
     */
    leastInserts: async (work: () => Promise<unknown>, most: number): Promise<number> => {
      let least = Number.POSITIVE_INFINITY
      for (let attempt = 0; attempt < 12 && least > most; attempt += 1) {
        const before = threadCpuMs()
        await work()
        const costMs = threadCpuMs() - before
        // The machine may be slower than before.
        if (costMs / insertMs > most) insertMs = measureInsertMs()
        least = Math.min(least, costMs / insertMs)
      }
      return Math.round(least)
    },
  }
}
