/** How often it is looked at: so much more may be taken. */
const everyMs = 100

/**
 * Watches what the process takes from now on, all of its threads together. Unlike wall time it is the
 * same on a busy machine.
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
