import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

type PidRecord = { pid: number; identity: string }

/** Records a running process, so that a later start can find it if this one is killed. */
export function writePidFile(file: string, pid: number): void {
  const identity = processIdentity(pid)
  if (identity === null) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ pid, identity } satisfies PidRecord))
}

/** The file's pid, if that same process is still running. */
export function readLivePid(file: string): number | null {
  try {
    const { pid, identity } = JSON.parse(readFileSync(file, 'utf8')) as Partial<PidRecord>
    return pid !== undefined && processIdentity(pid) === identity ? pid : null
  } catch {
    return null // Missing or incomplete.
  }
}

/** Stops the processes left behind by a killed run; `folder` contains their pid files. */
export async function stopLeftovers(folder: string, log: (line: string) => void): Promise<void> {
  const files = readdirSync(folder, { withFileTypes: true }).map(({ name }) => join(folder, name))
  await Promise.all(
    files.map(async (file) => {
      const pid = readLivePid(file)
      if (pid !== null) {
        log(`stopping process ${pid}, left behind by a run that was killed`)
        await stopProcess(pid)
      }
      rmSync(file, { force: true })
    }),
  )
}

/** SIGINT stops Postgres, Redis and Node programs promptly and cleanly. */
async function stopProcess(pid: number): Promise<void> {
  const identity = processIdentity(pid)
  const isAlive = () => identity !== null && processIdentity(pid) === identity
  process.kill(pid, 'SIGINT')
  for (let waits = 0; isAlive() && waits < 200; waits++) await sleep(50)
  if (isAlive()) process.kill(pid, 'SIGKILL')
  for (let waits = 0; isAlive() && waits < 100; waits++) await sleep(50)
}

/**
 * Distinguishes a process from a later one with the same pid, for example by its start time; null
 * if no such process runs (a zombie does not run).
 */
export function processIdentity(pid: number): string | null {
  return existsSync('/proc/self/stat') ? identityFromProc(pid) : identityFromPs(pid)
}

function identityFromProc(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name, in parentheses, may contain spaces; proc(5) numbers the fields after it.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return null
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}/${fields[18]}`
  } catch {
    return null // No such process: its folder is gone.
  }
}

function identityFromPs(pid: number): string | null {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return null // ps exits with 1 when it finds no process.
  }
}
