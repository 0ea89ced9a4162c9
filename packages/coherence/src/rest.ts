import type { Acks } from './acks.js'
import type { Clock } from './ports.js'
import type { ReplicaRegister } from './replica-register.js'

/**
 * How long a cache in front may take to keep an answer, ms, counted from the last byte that a replica sent. It is an
 * assumption about the network and the cache.
 */
export const longestRestMs = 1000

type Deps = { acks: Acks; register: ReplicaRegister; clock: Clock }

/**
 * How long after the acknowledgements a cache may still receive an answer from before a change.
 *
 * A replica cuts off such answers before it acknowledges, and says whether there were any, or have been within the longest
 * rest. One that was fenced has cut off all of its answers when its lease ended.
 */
export const createRest = ({ acks, register, clock }: Deps) => ({
  /** @returns ms from now; 0 if no such answer can be under way. */
  after: (seq: number): number => {
    const now = clock.monotonicMs()
    const ends = register.newest().map(({ id, fenced, sinceMs }) => {
      if (fenced) return sinceMs + longestRestMs
      return acks.restUntilMs(id, seq) ?? now + longestRestMs
    })
    return Math.max(0, ...ends.map((end) => end - now))
  },
})
