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

function treeBytes(pid: number): number {
  const statuses = [pid, ...childrenOf(pid)].map((id) => read(`/proc/${id}/status`))
  const all = (field: string) => statuses.map((status) => bytesOf(status, field))
  const own = [...all('RssAnon'), ...all('RssShmem')].reduce((sum, bytes) => sum + bytes, 0)
  return own + Math.max(...all('RssFile'))
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
