/** Resident memory of one process, bytes. */
export type Resident = {
  /** Private memory: heap, stacks, buffers. */
  anonymousBytes: number
  /** Memory-mapped files: programs and libraries, which processes share. */
  fileBytes: number
}

/** @param text of /proc/<pid>/smaps_rollup */
export function parseResident(text: string): Resident {
  const anonymousBytes = parseMemory(text, 'Anonymous')
  return { anonymousBytes, fileBytes: parseMemory(text, 'Rss') - anonymousBytes }
}

/**
 * Total memory of processes that run the same program: the private memory of each, plus the mapped
 * files of the largest once. Unlike PSS it does not depend on other Node processes on the machine.
 *
 * @returns bytes
 */
export function totalBytes(processes: readonly Resident[]): number {
  const own = processes.reduce((sum, { anonymousBytes }) => sum + anonymousBytes, 0)
  return own + Math.max(0, ...processes.map(({ fileBytes }) => fileBytes))
}

/** A field of /proc/<pid>/status or /proc/<pid>/smaps_rollup, such as `VmHWM:  1234 kB`. @returns bytes */
export function parseMemory(text: string, field: string): number {
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1]
  if (kilobytes === undefined) throw new Error(`there is no ${field} in "${text.slice(0, 80)}…"`)
  return Number(kilobytes) * 1024
}

export const megabytes = (bytes: number): number => bytes / 1e6
