import { setTimeout as sleep } from 'node:timers/promises'

/** Whether it became so in time. */
export async function becomesTrue(isSo: () => Promise<boolean>, limitMs = 120_000) {
  const deadline = performance.now() + limitMs
  while (!(await isSo())) {
    if (performance.now() > deadline) return false
    await sleep(200)
  }
  return true
}
