import { readFileSync } from 'node:fs'
import type { Answered } from '../load/offer.js'
import { parseStat } from '../processes/stat.js'

const stepMs = 100

/** Of the requests that were due in each tenth of a second, the longest time, ms; – for none. */
export function slowestPerStep(answers: readonly Answered[], seconds: number): string {
  const slowest = Array<number>((seconds * 1000) / stepMs).fill(Number.NaN)
  for (const { ms, atMs } of answers) {
    const step = Math.floor((atMs - ms) / stepMs)
    if (step in slowest) slowest[step] = Math.max(slowest[step] || 0, ms)
  }
  return slowest.map((ms) => (Number.isNaN(ms) ? '–' : ms.toFixed(0))).join(' ')
}

/** How many answers came in each tenth of a second. */
export function countPerStep(answers: readonly Answered[], seconds: number): string {
  const counts = Array<number>((seconds * 1000) / stepMs).fill(0)
  for (const { atMs } of answers) {
    const step = Math.floor(atMs / stepMs)
    if (step in counts) counts[step] = (counts[step] ?? 0) + 1
  }
  return counts.join(' ')
}

/** Watches the CPU time of one process alone, ms in each tenth of a second, until it is stopped. */
export function watchCpu(pid: number) {
  const spentMs = () => parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8')).cpuMs
  const samples = [spentMs()]
  const timer = setInterval(() => samples.push(spentMs()), stepMs)
  return {
    /** @returns the samples, each with the CPU time since the one before. */
    stop: (): string => {
      clearInterval(timer)
      return samples
        .slice(1)
        .map((ms, i) => (ms - (samples[i] ?? 0)).toFixed(0))
        .join(' ')
    },
  }
}
