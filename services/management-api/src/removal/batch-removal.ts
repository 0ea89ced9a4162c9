import type { ObjectStore } from '@vitrine/object-store'
import pLimit from 'p-limit'

/**
 * Prefixes listed at a time, over all batches of this process. Half of the connections to the store are
 * left to uploads.
 */
const listedAtOnce = 32

/**
 * Removes everything below many prefixes with few calls: one list per prefix, several at a time, and
 * one removal per group. At 100 ms per call 500 prefixes take some 4 s. Safe to repeat.
 */
export function createBatchRemoval(store: Pick<ObjectStore, 'list' | 'remove'>) {
  const limit = pLimit(listedAtOnce)

  /** @returns the errors; empty if everything is removed. */
  const removeGroup = async (prefixes: readonly string[]): Promise<unknown[]> => {
    const lists = await Promise.allSettled(
      prefixes.map((prefix) => limit(() => store.list(prefix))),
    )
    const keys = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
    const failures = lists.flatMap((list) => (list.status === 'rejected' ? [list.reason] : []))
    try {
      await store.remove(keys.map(({ key }) => key))
    } catch (error) {
      failures.push(error)
    }
    return failures
  }

  /**
   * A prefix that fails does not stop the others.
   *
   * @throws the first error, after all prefixes were tried; the signal's reason between two groups.
   */
  return async (prefixes: readonly string[], signal: AbortSignal): Promise<void> => {
    const failures: unknown[] = []
    for (let i = 0; i < prefixes.length; i += listedAtOnce) {
      signal.throwIfAborted()
      failures.push(...(await removeGroup(prefixes.slice(i, i + listedAtOnce))))
    }
    if (failures.length > 0) throw failures[0]
  }
}
