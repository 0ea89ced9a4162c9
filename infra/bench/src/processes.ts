import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** USER_HZ, the unit of CPU times in /proc: 100 on every platform that Node runs on. */
const msPerTick = 10

/** An answer is sent before its result is stored. */
const settleMs = 400

type Process = { pid: number; parent: number; cpuMs: number }

/** CPU time of a process and its descendants, ms, including those that have exited. */
export function cpuMsOfTree(root: number): number {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(name) : []))
  const found = all.filter(({ pid }) => pid === root)
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid))
  return found.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
}

/** CPU time of a server for `work`, ms, including the work that it leaves in the background. */
export async function cpuMsOf(root: number, work: () => Promise<unknown>): Promise<number> {
  const before = cpuMsOfTree(root)
  await work()
  await sleep(settleMs)
  return cpuMsOfTree(root) - before
}

/** Resolves when the server has been idle for two seconds, after at most a minute. */
export async function untilIdle(root: number): Promise<void> {
  let idleSeconds = 0
  for (let second = 0; second < 60 && idleSeconds < 2; second += 1) {
    const cpuMs = await cpuMsOf(root, () => sleep(1000 - settleMs))
    idleSeconds = cpuMs < 60 ? idleSeconds + 1 : 0
  }
}

/** None if the process has exited. */
function readProcess(pid: string): Process[] {
  try {
    return [parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))]
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH') return []
    throw error
  }
}

/** @param text of /proc/<pid>/stat, see proc(5) */
export function parseStat(text: string): Process {
  // The program's name, in parentheses, may itself contain spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  // User and system time of the process, and of its children that have exited and were reaped.
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return { pid: Number.parseInt(text, 10), parent: Number(fields[1]), cpuMs: ticks * msPerTick }
}
