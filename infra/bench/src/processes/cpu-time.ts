import { setTimeout as sleep } from 'node:timers/promises'
import type { ProcessTree } from './process-tree.js'

/** Answers come before what is kept of them is stored. */
const settleMs = 400

/** What some servers spend on `work` and on what it leaves to be done in the background, ms of CPU. */
export async function cpuMsOf(
  trees: readonly ProcessTree[],
  work: () => Promise<unknown>,
): Promise<number> {
  const spent = () => trees.reduce((sum, tree) => sum + tree.cpuMs(), 0)
  const before = spent()
  await work()
  await sleep(settleMs)
  return spent() - before
}

/** Resolves when the server has done nothing to speak of for two seconds, at the latest in a minute. */
export async function untilIdle(tree: ProcessTree): Promise<void> {
  let idleSeconds = 0
  for (let second = 0; second < 60 && idleSeconds < 2; second += 1) {
    const before = tree.cpuMs()
    await sleep(1000)
    idleSeconds = tree.cpuMs() - before < 60 ? idleSeconds + 1 : 0
  }
}
