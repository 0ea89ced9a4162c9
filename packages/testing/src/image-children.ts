import { readdir, readFile } from 'node:fs/promises'
import { until } from './until.js'

/** The ids of the image processes that this process, or the given one, runs now. */
export async function imageChildren(parent = process.pid): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(pids.map(parentOfImageProcess))
  return pids.filter((_, i) => parents[i] === parent)
}

/** null if the process is not an image process, or has ended. */
async function parentOfImageProcess(pid: number): Promise<number | null> {
  const command = await readProc(pid, 'cmdline')
  if (!command?.includes('processes/program.cjs')) return null
  return Number(/^PPid:\s*(\d+)/m.exec((await readProc(pid, 'status')) ?? '')?.[1])
}

/** Kills an image process of this process. Resolves when it has ended. */
export async function kill(pid: number): Promise<void> {
  signal(pid, 'SIGKILL')
  await until(async () => (await readProc(pid, 'status')) === null)
}

/** The process may have been ended by who started it. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * Suspends the image processes that this process runs now: an image that is sent to them is not finished before
 * `release`. Only a process that exists can be suspended, so an image must have been processed before.
 */
export async function holdImages(): Promise<{ release: () => void }> {
  const held = await imageChildren()
  if (held.length === 0) throw new Error('there is no image process to hold')
  for (const pid of held) signal(pid, 'SIGSTOP')
  return {
    release: () => {
      for (const pid of held.splice(0)) signal(pid, 'SIGCONT')
    },
  }
}

/** Resolves when the process no longer runs. Its parent may not have noticed yet. */
export const ended = (pid: number): Promise<boolean> =>
  until(async () => /^State:\s*Z/m.test((await readProc(pid, 'status')) ?? 'State: Z'))

/** A file below `/proc/<pid>`; null if the process has ended. */
export const readProc = (pid: number, name: string): Promise<string | null> =>
  readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => null)

/** The CPU time of a process without that of its ended children (proc(5): utime, stime). */
export async function cpuSeconds(pid: number): Promise<number> {
  const fields = (await readProc(pid, 'stat'))?.split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}
