import { readdir, readFile } from 'node:fs/promises'
import { until } from './until.js'

/** Process ids of the image processes that this process, or the given one, has at the moment. */
export async function imageChildren(parent = process.pid): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(pids.map(parentOfImageProcess))
  return pids.filter((_, i) => parents[i] === parent)
}

/** null: no image process, or none any more. */
async function parentOfImageProcess(pid: number): Promise<number | null> {
  const command = await readProc(pid, 'cmdline')
  if (!command?.includes('processes/program.js')) return null
  return Number(/^PPid:\s*(\d+)/m.exec((await readProc(pid, 'status')) ?? '')?.[1])
}

/** Of this process's own. Resolves when nothing is left of it. */
export async function kill(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL')
  await until(async () => (await readProc(pid, 'status')) === null)
}

/** Resolves when it runs no more; whoever is its parent by then may be late in taking note. */
export const ended = (pid: number): Promise<boolean> =>
  until(async () => /^State:\s*Z/m.test((await readProc(pid, 'status')) ?? 'State: Z'))

/** A file below `/proc/<pid>`; null when the process is gone. */
export const readProc = (pid: number, name: string): Promise<string | null> =>
  readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => null)

/** The CPU time that it has used, its ended children left out (proc(5): utime, stime). */
export async function cpuSeconds(pid: number): Promise<number> {
  const fields = (await readProc(pid, 'stat'))?.split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}
