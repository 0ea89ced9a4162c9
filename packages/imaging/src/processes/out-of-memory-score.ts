import { writeFileSync } from 'node:fs'

/** 0–1000, added to a process's share of memory: the kernel ends the one with the highest sum. */
const outOfMemoryScore = '500'

/** If memory runs out, Linux ends this process before those that answer requests. */
export function raiseOutOfMemoryScore(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', outOfMemoryScore)
  } catch {
    // Some sandboxes refuse it, and some systems lack it. Images are processed without it.
  }
}
