/** Fields of /proc/<pid>/stat, see proc(5). */
export type ProcessStat = {
  pid: number
  parent: number
  /** CPU time of the process and of its children that have exited and were reaped, ms. */
  cpuMs: number
}

/** USER_HZ, the unit of these fields: 100 on every platform that Node runs on. */
const ticksPerSecond = 100

/** @param text of /proc/<pid>/stat */
export function parseStat(text: string): ProcessStat {
  // The program's name, in parentheses, may itself contain spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [utime, stime, cutime, cstime] = fields.slice(11, 15).map(Number)
  const [pid, parent] = [Number.parseInt(text, 10), Number(fields[1])]
  const ticks = (utime ?? Number.NaN) + (stime ?? 0) + (cutime ?? 0) + (cstime ?? 0)
  if (![pid, parent, ticks].every(Number.isFinite)) throw new Error(`not a process: "${text}"`)
  return { pid, parent, cpuMs: (ticks * 1000) / ticksPerSecond }
}

/** @returns the pids of a process and its descendants, the process first. */
export function descendants(root: number, all: readonly ProcessStat[]): number[] {
  const found = [root]
  for (const pid of found) {
    found.push(...all.filter(({ parent }) => parent === pid).map((child) => child.pid))
  }
  return found
}
