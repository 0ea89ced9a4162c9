/** Resident memory of one process, bytes. */
export type Resident = {
  /** Its own: heap, stacks, buffers. */
  anonymousBytes: number
  /** Of files that it has mapped: programs and libraries, which processes have in common. */
  fileBytes: number
}

/** @param text of /proc/<pid>/smaps_rollup */
export function parseResident(text: string): Resident {
  const anonymousBytes = parseMemory(text, 'Anonymous')
  return { anonymousBytes, fileBytes: parseMemory(text, 'Rss') - anonymousBytes }
}

/**
 * What some processes that run one program take together: what each has of its own, and once what
 * the largest has mapped. Unlike PSS it doesn't depend on who else on the machine runs Node.
 *
 * @returns bytes
 */
export function totalBytes(processes: readonly Resident[]): number {
  const own = processes.reduce((sum, { anonymousBytes }) => sum + anonymousBytes, 0)
  return own + Math.max(0, ...processes.map(({ fileBytes }) => fileBytes))
}

/**
 * One field of /proc/<pid>/status or /proc/<pid>/smaps_rollup, such as `VmHWM:  1234 kB`.
 *
 * @returns bytes
 */
export function parseMemory(text: string, field: string): number {
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1]
  if (kilobytes === undefined) throw new Error(`there is no ${field} in "${text.slice(0, 80)}…"`)
  return Number(kilobytes) * 1024
}

export const megabytes = (bytes: number): number => bytes / 1e6
