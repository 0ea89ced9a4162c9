import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { processIdentity } from './identity.js'

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
