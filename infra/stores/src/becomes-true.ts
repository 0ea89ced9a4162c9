import { setTimeout as sleep } from 'node:timers/promises'

/** Polls a condition. @returns whether it was true within the limit. */
export async function becomesTrue(isSo: () => Promise<boolean>, limitMs = 120_000) {
  const deadline = performance.now() + limitMs
  while (!(await isSo())) {
    if (performance.now() > deadline) return false
    await sleep(200)
  }
  return true
}
