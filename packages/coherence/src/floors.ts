import { type Change, tags as names } from '@vitrine/contracts'
import type { LogPage, Snapshot } from './ports.js'

type Dated = Pick<Snapshot<unknown>, 'tags' | 'asOf'>

/**
 * How old an answer may be: for each tag the newest change that named it, and for everything
 * else a baseline. Knows the log without a gap from the baseline to the cursor.
 *
 * @param maxFloors tags remembered one by one; beyond, the older half gives way to a higher
 *   baseline. That is safe, and costs refills.
 */
export function createFloors(page: LogPage, maxFloors: number) {
  let baseline = page.from
  let cursor = page.from
  /** Floors up to `boundary`, and those above it. */
  let older = new Map<string, number>()
  let newer = new Map<string, number>()
  let boundary = page.from

  const forgetBelow = (seq: number) => {
    baseline = seq
    boundary = cursor
    older = newer
    newer = new Map()
  }

  const floorOf = (tag: string): number => newer.get(tag) ?? older.get(tag) ?? baseline

  const apply = ({ seq, tags }: Change): boolean => {
    // Rule: the log is applied without a gap. What is unknown in between may name any tag.
    if (seq !== cursor + 1) return false
    cursor = seq
    for (const tag of tags) newer.set(tag, seq)
    if (tags.includes(names.everything)) {
      forgetBelow(seq)
      older.clear()
    } else if (newer.size > maxFloors / 2) forgetBelow(boundary)
    return true
  }
  for (const change of page.changes) apply(change)

  return {
    cursor: () => cursor,
    /** Takes the next change of the log. Any other is refused: false. */
    apply,
    /**
     * Rule F: an answer counts only if it reflects every change, up to the cursor, that named
     * one of its tags. Ask at the moment of use, after the last await.
     */
    allow: ({ tags, asOf }: Dated): boolean =>
      asOf >= cursor || (asOf >= baseline && tags.every((tag) => asOf >= floorOf(tag))),
  }
}

export type Floors = ReturnType<typeof createFloors>
