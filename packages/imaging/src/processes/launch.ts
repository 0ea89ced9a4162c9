import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { setTimeout as after } from 'node:timers/promises'

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

/** A command of POSIX. */
const nice = (niceness: number): string[] => ['nice', '-n', String(niceness)]
/** A command of Linux for the scheduling policy SCHED_IDLE. */
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
 * Does the same as `yieldsAll` for a running process. It cannot be undone. On a system without the command, nothing
 * happens.
 */
export function yieldAll(pid: number): Promise<boolean> {
  return succeeds('chrt', ['--all-tasks', '--idle', '--pid', '0', String(pid)])
}

function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => execFile(command, args, (error) => resolve(error === null)))
}

/** Variables for the allocator, the time zone and temporary files. No others are passed on. */
const inherited = /^(PATH|TZ|TMPDIR|LD_PRELOAD|MALLOC_.*)$/

/** The environment of an image process, without URLs and secrets. */
export function environment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    // glibc's default, eight arenas per core, keeps what each thread once needed.
    MALLOC_ARENA_MAX: '2',
    // Larger blocks are mapped separately, so their memory returns to the system at once. glibc would raise
    // this limit up to 32 MiB: then a large picture leaves 100 MB behind that the next one lacks. With
    // 128 KiB, its first one, each rendition got 5 MB of new pages, which took 7 of 59 CPU-ms.
    MALLOC_MMAP_THRESHOLD_: String(4 * 1024 * 1024),
    // So much of smaller blocks stays with the process, which ends 10 s after its last picture.
    MALLOC_TRIM_THRESHOLD_: String(16 * 1024 * 1024),
    ...Object.fromEntries(Object.entries(own).filter(([name]) => inherited.test(name))),
    // Otherwise libvips prints a line for each warning about a picture.
    VIPS_WARNING: '1',
  }
}

/** Unless it is privileged, a user may set one every 0.1 s. */
const pauseMs = 120
const attempts = 50

/**
 * Sets how nice the session of the process `pid` is to other sessions: -20 to 19; 0 at first. Linux
 * shares the cores among sessions where it has autogroups (sched(7)), and does not in a control
 * group, such as a container. A niceness from 0 to 19 can be set again.
 *
 * Nothing happens if the system has no autogroups or the process has ended.
 */
export async function setSessionNiceness(pid: number, niceness: number): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      return await writeFile(`/proc/${pid}/autogroup`, String(niceness))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
    }
    await after(pauseMs, undefined, { ref: false })
  }
}
