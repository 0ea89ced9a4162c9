import { readFileSync } from 'node:fs'

/**
 * The CPU time of the calling thread, ms (proc(5): schedstat). Unlike wall time it does not depend
 * on other processes, and unlike `process.cpuUsage` not on other threads.
 */
export function threadCpuMs(): number {
  const [runNs] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')
  return Number(runNs) / 1_000_000
}
