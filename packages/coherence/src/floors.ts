import { type Change, tags as names } from '@vitrine/contracts'
import type { LogPage, Snapshot } from './ports.js'

type Dated = Pick<Snapshot<unknown>, 'tags' | 'asOf'>

/**
 * How new an entry must be to be used. The floor of a tag is the newest change that named it; tags
 * that are not remembered have the baseline as their floor. The floors reflect every change from
 * the baseline up to the cursor.
 *
 * @param maxFloors how many tags are remembered one by one. Beyond that the older half is replaced
 *   by a higher baseline, which is safe and costs refills.
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
    // Rule apply-without-gap: a change in the gap may name any tag.
    if (seq !== cursor + 1) return false
    cursor = seq
    for (const tag of tags) newer.set(tag, seq)
    if (tags.includes(names.everything)) forgetBelow(seq)
    else if (newer.size > maxFloors / 2) forgetBelow(boundary)
    return true
  }
  for (const change of page.changes) apply(change)

  return {
    cursor: () => cursor,
    /** Applies the next change of the log. @returns false for any other change, which is ignored. */
    apply,
    /**
     * Whether an entry reflects every change up to the cursor that named one of its tags. Ask
     * immediately before the entry is used, after the last await.
     */
    isFresh: ({ tags, asOf }: Dated): boolean =>
      asOf >= cursor || (asOf >= baseline && tags.every((tag) => asOf >= floorOf(tag))),
  }
}

export type Floors = ReturnType<typeof createFloors>
