import { readFileSync } from 'node:fs'
import type { Answered } from '../load/offer.js'

const stepMs = 100

/** Maximum latency of the requests due in each tenth of a second, ms; – if there were none. */
export function slowestPerStep(answers: readonly Answered[], seconds: number): string {
  const slowest = Array<number>((seconds * 1000) / stepMs).fill(Number.NaN)
  for (const { ms, atMs } of answers) {
    const step = Math.floor((atMs - ms) / stepMs)
    if (step in slowest) slowest[step] = Math.max(slowest[step] || 0, ms)
  }
  return slowest.map((ms) => (Number.isNaN(ms) ? '–' : ms.toFixed(0))).join(' ')
}

/** Number of responses in each tenth of a second. */
export function countPerStep(answers: readonly Answered[], seconds: number): string {
  const counts = Array<number>((seconds * 1000) / stepMs).fill(0)
  for (const { atMs } of answers) {
    const step = Math.floor(atMs / stepMs)
    if (step in counts) counts[step] = (counts[step] ?? 0) + 1
  }
  return counts.join(' ')
}

/** Samples the main thread of a process until stopped; ms per tenth of a second. */
export function watchThread(pid: number) {
  const samples = [threadTimes(pid)]
  const timer = setInterval(() => samples.push(threadTimes(pid)), stepMs)
  const perStep = (of: (times: ThreadTimes) => number): string =>
    samples
      .slice(1)
      .map((times, i) => (of(times) - of(samples[i] ?? times)).toFixed(0))
      .join(' ')
  return {
    stop: (): { ran: string; waited: string } => {
      clearInterval(timer)
      return { ran: perStep(({ ranMs }) => ranMs), waited: perStep(({ waitedMs }) => waitedMs) }
    },
  }
}

/** `waitedMs`: the thread was runnable but every core was busy. */
type ThreadTimes = { ranMs: number; waitedMs: number }

function threadTimes(pid: number): ThreadTimes {
  const [ranNs = 0, waitedNs = 0] = readFileSync(`/proc/${pid}/schedstat`, 'utf8')
    .split(' ')
    .map(Number)
  return { ranMs: ranNs / 1e6, waitedMs: waitedNs / 1e6 }
}
