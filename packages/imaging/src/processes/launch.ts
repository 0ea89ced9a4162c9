import { execFile } from 'node:child_process'

/** How `fork` starts a child. */
export type Launch = { execPath: string; execArgv: string[] }

/** Of POSIX: adds to the niceness of the process that starts it. */
const nice = (niceness: number): string[] => ['-n', String(niceness)]

let isNicePossible: Promise<boolean> | undefined

/**
 * Starts Node with a niceness added to our own, for all of its threads and from its first instruction:
 * starting Node takes a tenth of a second of CPU time. Where there is no `nice`, Node is started as it
 * is.
 */
export async function launch(flags: readonly string[], niceness: number): Promise<Launch> {
  const plain = { execPath: process.execPath, execArgv: [...flags] }
  if (niceness === 0) return plain
  isNicePossible ??= succeeds('nice', [...nice(niceness), 'true'])
  return (await isNicePossible)
    ? { execPath: 'nice', execArgv: [...nice(niceness), process.execPath, ...flags] }
    : plain
}

function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => execFile(command, args, (error) => resolve(error === null)))
}
