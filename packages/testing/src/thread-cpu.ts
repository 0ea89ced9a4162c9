import { readFileSync } from 'node:fs'

/**
 * The CPU time of the calling thread, ms (proc(5): schedstat). Unlike wall time it does not depend
 * on other processes, and unlike `process.cpuUsage` not on other threads.
 */
function threadCpuMs(): number {
  // Linux updates the figure every few milliseconds, and whenever a process asks for its usage, as here.
  process.cpuUsage()
  const [runNs] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')
  return Number(runNs) / 1_000_000
}

const referenceKeys = 50_000
const reference = JSON.stringify(
  Object.fromEntries(Array.from({ length: referenceKeys }, (_, index) => [`k${index}`, 1])),
)

/** The minimum of three runs: garbage collection of earlier work may fall into one of them. */
function measureKeyMs(): number {
  const runs = [1, 2, 3].map(() => {
    const before = threadCpuMs()
    JSON.parse(reference)
    return threadCpuMs() - before
  })
  return Math.min(...runs) / referenceKeys
}

/**
 * Measures CPU time of this thread in a unit that does not depend on the machine: keys of an object of JSON that is
 * parsed. A usual core parses some 3,000 in a millisecond.
 */
export function createCpuMeter() {
  let keyMs = measureKeyMs()

  return {
    /**
     * Repeats the work until it costs no more than `most`, 12 times at most. Repeats exclude cold code, garbage
     * collection of other requests, and caches that other processes emptied.
     *
     * @returns the minimum of its costs, parsed keys.
     */
    leastKeys: async (work: () => Promise<unknown>, most: number): Promise<number> => {
      let least = Number.POSITIVE_INFINITY
      for (let attempt = 0; attempt < 12 && least > most; attempt += 1) {
        const before = threadCpuMs()
        await work()
        const costMs = threadCpuMs() - before
        // The machine may be slower than before.
        if (costMs / keyMs > most) keyMs = measureKeyMs()
        least = Math.min(least, costMs / keyMs)
      }
      return Math.round(least)
    },
  }
}
