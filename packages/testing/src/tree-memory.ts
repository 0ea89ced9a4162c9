import { readFileSync } from 'node:fs'

type TestContext = { teardown(work: () => void): void }

const everyMs = 50

/**
 * Tracks the total memory of a service and its image processes: the private memory of each, plus
 * the mapped files of the largest once.
 */
export function watchTree(t: TestContext, pid: number) {
  let peakBytes = 0
  const look = (): void => {
    peakBytes = Math.max(peakBytes, treeBytes(pid))
  }
  const timer = setInterval(look, everyMs)
  t.teardown(() => clearInterval(timer))
  return { peakBytes: (): number => peakBytes }
}

type Resident = { own: number; files: number }

/**
 * Each process counts with the less of two looks, one before and one after all others were read: on a busy
 * machine one may free its memory, and the next one take it, between the two readings of a single look.
 */
function treeBytes(pid: number): number {
  const ids = [pid, ...childrenOf(pid)]
  const first = ids.map(residentOf)
  const least = ids.map(residentOf).map((later, i) => lessOf(later, first[i] ?? later))
  const own = least.reduce((sum, { own }) => sum + own, 0)
  return own + Math.max(...least.map(({ files }) => files))
}

const lessOf = (one: Resident, other: Resident): Resident => (one.own < other.own ? one : other)

function residentOf(id: number): Resident {
  const status = read(`/proc/${id}/status`)
  const own = bytesOf(status, 'RssAnon') + bytesOf(status, 'RssShmem')
  return { own, files: bytesOf(status, 'RssFile') }
}

const childrenOf = (pid: number): number[] =>
  read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number)

/** 0 for a process that has exited. */
const bytesOf = (status: string, field: string): number =>
  1024 * Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0)

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The process has exited in the meantime.
    return ''
  }
}
