import { tags as names } from '@vitrine/contracts'
import type { Answer } from '../history.js'

type Kept = { answer: Answer; tags: readonly string[] }

/** A cache in front of all replicas, which keeps answers until they are purged. Each function is one step of it. */
export function createEdgeCache() {
  const kept = new Map<string, Kept>()
  let isUp = true

  return {
    get: (key: string): Kept | undefined => kept.get(key),
    keep: (key: string, answer: Kept): void => {
      kept.set(key, answer)
    },
    purge: (tags: readonly string[]): void => {
      for (const [key, answer] of kept) {
        const isNamed = tags.some((tag) => tag === names.everything || answer.tags.includes(tag))
        if (isNamed) kept.delete(key)
      }
    },

    isUp: (): boolean => isUp,
    /** It takes no purges, and goes on answering. */
    stop: (): void => {
      isUp = false
    },
    start: (): void => {
      isUp = true
    },
  }
}
