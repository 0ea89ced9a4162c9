import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/** 0–1000, added to a process's share of memory: the kernel ends the one with the highest sum. */
const outOfMemoryScore = '500'
/** The lowest: against 0 it gets a seventieth of a core that both want. */
const niceness = 19
/**
 * Where Linux shares cores among sessions first, and within each by niceness: what was worked here
 * would count against whoever answers requests in the same session.
 */
const sessionFile = '/proc/self/autogroup'

/**
 * Lets the processes that answer requests go first: for the CPU and, where there is not enough for
 * all, for memory. For a process that leads a session of its own.
 */
export function yieldToOthers(): void {
  for (const thread of threads()) ifPermitted(() => setPriority(thread, niceness))
  ifPermitted(() => writeFileSync(sessionFile, String(niceness)))
  ifPermitted(() => writeFileSync('/proc/self/oom_score_adj', outOfMemoryScore))
}

/** Linux knows niceness by thread, and those that decode are already there. */
const threads = (): number[] =>
  existsSync('/proc/self/task') ? readdirSync('/proc/self/task').map(Number) : [0]

function ifPermitted(request: () => void): void {
  try {
    request()
  } catch {
    // A sandbox that refuses it, or a system without it: pictures are made all the same.
  }
}
