import { execFile } from 'node:child_process'

/** How `fork` starts a child. */
export type Launch = { execPath: string; execArgv: string[] }

/** How much an image process yields to other processes. */
export type Yielding = {
  /** 0–19, of its session, and added to the niceness of the process that starts it. */
  niceness: number
  /**
   * The process gets only the time of a core that no other process of its control group wants. Where Linux
   * shares the cores among sessions, it gets a tenth of the share of another session.
   */
  yieldsAll: boolean
}

/** Of POSIX. */
const nice = (niceness: number): string[] => ['nice', '-n', String(niceness)]
/** Of Linux: the scheduling policy SCHED_IDLE. */
const idle = ['chrt', '--idle', '0']

/** Whether a command can be executed here, by its name. */
const known = new Map<string, Promise<boolean>>()

/**
 * Starts Node with its limits and scheduling in effect from the beginning, for all of its threads: starting
 * Node takes a tenth of a second of CPU time. A command that the system refuses is left out.
 *
 * @param confinement commands to run Node with, as returned by `confinementWithin`.
 */
export async function launch(
  flags: readonly string[],
  { niceness, yieldsAll }: Yielding,
  confinement: readonly (readonly string[])[] = [],
): Promise<Launch> {
  const schedulings = [...(yieldsAll ? [idle] : []), ...(niceness > 0 ? [nice(niceness)] : [])]
  const scheduling = await firstPossible(schedulings)
  const [execPath = process.execPath, ...execArgv] = [
    ...confinement.flat(),
    ...scheduling,
    process.execPath,
    ...flags,
  ]
  return { execPath, execArgv }
}

async function firstPossible(prefixes: readonly (readonly string[])[]): Promise<readonly string[]> {
  for (const prefix of prefixes) if (await tryPrefix(prefix)) return prefix
  return []
}

/** Runs a program that does nothing behind the prefix, once for each command. @returns whether it succeeds. */
export function tryPrefix([command = '', ...args]: readonly string[]): Promise<boolean> {
  const possible = known.get(command) ?? succeeds(command, [...args, 'true'])
  known.set(command, possible)
  return possible
}

/**
 * As `yieldsAll`, for a running process. It cannot be undone. On a system without the command, nothing
 * happens.
 */
export function yieldAll(pid: number): Promise<boolean> {
  return succeeds('chrt', ['--all-tasks', '--idle', '--pid', '0', String(pid)])
}

function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => execFile(command, args, (error) => resolve(error === null)))
}
