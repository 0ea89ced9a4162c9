import { execFile } from 'node:child_process'

/** How `fork` starts a child. */
export type Launch = { execPath: string; execArgv: string[] }

/** How much an image process yields to others. */
export type Yielding = {
  /** 0–19, of its session, and added to the niceness of the process that starts it. */
  niceness: number
  /**
   * It gets only those times of a core that no other process of its control group wants; where Linux
   * shares the cores among sessions, a tenth of what another one gets.
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
 * Starts Node with its scheduling from its first instruction, for all of its threads: starting Node
 * takes a tenth of a second of CPU time. Where the system has no such command, Node is started as it
 * is.
 */
export async function launch(
  flags: readonly string[],
  { niceness, yieldsAll }: Yielding,
): Promise<Launch> {
  const prefixes = [...(yieldsAll ? [idle] : []), ...(niceness > 0 ? [nice(niceness)] : [])]
  for (const [command = '', ...args] of prefixes) {
    const isPossible = known.get(command) ?? succeeds(command, [...args, 'true'])
    known.set(command, isPossible)
    if (await isPossible) {
      return { execPath: command, execArgv: [...args, process.execPath, ...flags] }
    }
  }
  return { execPath: process.execPath, execArgv: [...flags] }
}

/**
 * As `yieldsAll`, for a process that runs already. The system does not take it back. Where it has no
 * such command, the process goes on as it is.
 */
export function yieldAll(pid: number): Promise<boolean> {
  return succeeds('chrt', ['--all-tasks', '--idle', '--pid', '0', String(pid)])
}

function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => execFile(command, args, (error) => resolve(error === null)))
}
