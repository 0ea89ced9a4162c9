import { setTimeout } from 'node:timers/promises'

/** Resolves as soon as something is so that nobody tells of; the test's own time limit ends it. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(20)
}
