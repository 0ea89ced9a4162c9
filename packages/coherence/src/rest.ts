import type { Acks } from './acks.js'
import type { Clock } from './ports.js'
import type { ReplicaRegister } from './replica-register.js'

/**
 * The rest of an answer is the time that a cache in front takes to receive and keep it, counted from the last byte that a
 * replica handed to its operating system. This is the longest one, ms: an assumption about the network and the cache.
 */
export const longestRestMs = 1000

type Deps = { acks: Acks; register: ReplicaRegister; clock: Clock }

/**
 * How long after the acknowledgements a cache may still receive an answer from before a change.
 *
 * A replica breaks off such answers before it acknowledges, and then says how long their rest is. A fenced one has broken
 * off all of its answers when its lease ended.
 */
export const createRest = ({ acks, register, clock }: Deps) => ({
  /**
   * @returns ms from now; 0 if no such answer can be under way.
   * @throws Error if a replica does not break off answers.
   */
  after: (seq: number): number => {
    const now = clock.monotonicMs()
    const ends = register.newest().map(({ id, fenced, sinceMs }) => {
      if (fenced) return sinceMs + longestRestMs
      if (acks.ignoresCaches(id)) {
        throw new Error(
          `The delivery replica ${id} has no CDN_PURGE, so a cache may keep answers of it from before a change. Set CDN_PURGE for delivery too.`,
        )
      }
      // A replica that has acknowledged by its renewal alone had broken off its answers before that.
      return acks.restUntilMs(id, seq) ?? now + longestRestMs
    })
    return Math.max(0, ...ends.map((end) => end - now))
  },
})
