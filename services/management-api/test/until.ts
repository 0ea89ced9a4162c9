import { setTimeout } from 'node:timers/promises'

/** Polls until the condition holds. The test's timeout limits it. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(20)
}
