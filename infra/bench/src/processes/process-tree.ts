import { readdirSync, readFileSync } from 'node:fs'
import { parseMemory, parseResident, type Resident, totalBytes } from './memory.js'
import { descendants, type ProcessStat, parseStat } from './stat.js'

export type ProcessTree = ReturnType<typeof createProcessTree>

/** Resource usage of a process and its descendants. Linux only: it reads /proc. */
export function createProcessTree(pid: number) {
  const live = (): ProcessStat[] => {
    const all = everyProcess()
    const pids = new Set(descendants(pid, all))
    return all.filter((stat) => pids.has(stat.pid))
  }

  return {
    pid,

    /** The running processes, the root first. */
    processes: live,

    /** CPU time since their start, including descendants that have exited, ms. */
    cpuMs: (): number => live().reduce((sum, stat) => sum + stat.cpuMs, 0),

    /** Memory of the root process alone, bytes: current, and peak since its start. */
    ownMemory: () => {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      return { nowBytes: parseMemory(status, 'VmRSS'), peakBytes: parseMemory(status, 'VmHWM') }
    },

    /** Memory of all processes, bytes, as computed by `totalBytes`. */
    memoryBytes: (): number => totalBytes(live().flatMap(({ pid }) => residentOf(pid) ?? [])),
  }
}

function everyProcess(): ProcessStat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const text = readIfThere(`/proc/${name}/stat`)
      return text === null ? [] : [parseStat(text)]
    })
}

function residentOf(pid: number): Resident | null {
  const text = readIfThere(`/proc/${pid}/smaps_rollup`)
  return text ? parseResident(text) : null
}

/** null if the process has exited. */
function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH') return null
    throw error
  }
}
