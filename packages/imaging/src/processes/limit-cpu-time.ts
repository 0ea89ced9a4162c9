/** The interval of the checks. A picture may exceed its limit by as much. */
const everyMs = 20

/**
 * Watches the CPU time of the process from now on, of all its threads together. Unlike wall time, it is
 * the same on a busy machine.
 *
 * @returns ends the watch.
 */
export function limitCpuTime(seconds: number, onExceeded: () => void): () => void {
  const start = process.cpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(start)
    if (user + system <= seconds * 1_000_000) return
    clearInterval(timer)
    onExceeded()
  }, everyMs)
  return () => clearInterval(timer)
}
