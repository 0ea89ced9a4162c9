import type { ChangeMessage } from '@vitrine/contracts'
import type { Snapshot } from './ports.js'

/**
 * How old an answer may be: for each tag the newest change that named it, and for everything
 * else a baseline. Knows the log without a gap from the baseline to the cursor.
 */
export function createFloors(head: bigint, maxFloors: number) {
  let baseline = head
  let cursor = head
  const floorByTag = new Map<string, bigint>()

  /** Forgets single tags: nothing from before `seq` counts any more. Safe, and costs refills. */
  const restart = (seq: bigint) => {
    baseline = seq
    cursor = seq
    floorByTag.clear()
  }

  return {
    cursor: () => cursor,
    restart,
    /** Takes the next change of the log. Any other is refused: false. */
    apply: ({ seq, tags }: ChangeMessage): boolean => {
      if (seq !== cursor + 1n) return false
      cursor = seq
      for (const tag of tags) floorByTag.set(tag, seq)
      if (floorByTag.size > maxFloors) restart(cursor)
      return true
    },
    /**
     * Rule F: an answer counts only if it reflects every change, up to the cursor, that named
     * one of its tags. Ask at the moment of use, after the last await.
     */
    allow: ({ tags, asOf }: Snapshot<unknown>): boolean =>
      asOf >= baseline && tags.every((tag) => asOf >= (floorByTag.get(tag) ?? baseline)),
  }
}

export type Floors = ReturnType<typeof createFloors>
