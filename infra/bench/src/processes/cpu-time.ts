import { setTimeout as sleep } from 'node:timers/promises'
import type { ProcessTree } from './process-tree.js'

/** A response is sent before its result is stored. */
const settleMs = 400

/** CPU time of some servers for `work`, including the work it leaves in the background, ms. */
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

/** Resolves when the server has been idle for two seconds, after at most a minute. */
export async function untilIdle(tree: ProcessTree): Promise<void> {
  let idleSeconds = 0
  for (let second = 0; second < 60 && idleSeconds < 2; second += 1) {
    const before = tree.cpuMs()
    await sleep(1000)
    idleSeconds = tree.cpuMs() - before < 60 ? idleSeconds + 1 : 0
  }
}
