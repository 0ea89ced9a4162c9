import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

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
