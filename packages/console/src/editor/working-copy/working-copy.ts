import { type Fields, fieldsOf, isSameContent, type Widget } from './fields.ts'
import { type Conflict, merge, withChoice } from './merge.ts'

/** The changes of a person to a widget, and the revision that they are based on. Immutable. */
export type WorkingCopy = {
  /** The widget's revision at `base`. */
  readonly revision: number
  readonly base: Fields
  readonly mine: Fields
  readonly past: readonly Fields[]
  readonly future: readonly Fields[]
  /** Open choices. While there are some, nothing is saved. */
  readonly conflicts: readonly Conflict[]
  /** The last change, so that typing a word is one step. */
  readonly last: { readonly what: string; readonly atMs: number } | null
}

const mostSteps = 200
/** Changes of the same thing within this time are one step, ms. */
const pauseMs = 1000

export function openCopy(widget: Widget): WorkingCopy {
  const base = fieldsOf(widget)
  const { revision } = widget
  return { revision, base, mine: base, past: [], future: [], conflicts: [], last: null }
}

export const isChanged = ({ base, mine }: WorkingCopy): boolean => !isSameContent(base, mine)

/** @param what names the thing that is changed, such as `config.gap`. */
export function changed(copy: WorkingCopy, mine: Fields, what: string, atMs: number): WorkingCopy {
  if (isSameContent(copy.mine, mine)) return copy
  const { last, past } = copy
  const before = past.at(-1)
  const isSameStep = last?.what === what && atMs - last.atMs < pauseMs && before !== undefined
  // Typed and deleted again: an undo of this step would change nothing.
  if (isSameStep && isSameContent(before, mine)) {
    return { ...copy, mine, past: past.slice(0, -1), future: [], last: null }
  }
  return {
    ...copy,
    mine,
    past: isSameStep ? past : [...past, copy.mine].slice(-mostSteps),
    future: [],
    last: { what, atMs },
  }
}

export function undone(copy: WorkingCopy): WorkingCopy {
  const mine = copy.past.at(-1)
  if (mine === undefined) return copy
  const future = [...copy.future, copy.mine]
  return { ...copy, mine, past: copy.past.slice(0, -1), future, last: null }
}

export function redone(copy: WorkingCopy): WorkingCopy {
  const mine = copy.future.at(-1)
  if (mine === undefined) return copy
  const past = [...copy.past, copy.mine]
  return { ...copy, mine, past, future: copy.future.slice(0, -1), last: null }
}

/**
 * Bases the copy on what the server has now. Steps that can be undone take in its changes too, so that undoing
 * does not take back the changes of others.
 */
export function rebased(copy: WorkingCopy, widget: Widget): WorkingCopy {
  const theirs = fieldsOf(widget)
  const { base } = copy
  const { fields, conflicts } = merge(base, copy.mine, theirs)
  const onTheirs = (step: Fields) => merge(base, step, theirs).fields
  return {
    revision: widget.revision,
    base: theirs,
    mine: fields,
    past: copy.past.map(onTheirs),
    future: copy.future.map(onTheirs),
    conflicts: [...stillOpen(copy, conflicts), ...conflicts],
    last: null,
  }
}

/** Choices that nobody has made yet, unless newer ones are about the same. */
function stillOpen({ conflicts }: WorkingCopy, newer: readonly Conflict[]): readonly Conflict[] {
  const ids = new Set(newer.map(({ id }) => id))
  return conflicts.filter(({ id }) => !ids.has(id))
}

/** After the server has stored `sent`. Changes since then stay. */
export function saved(copy: WorkingCopy, sent: Fields, widget: Widget): WorkingCopy {
  // The keys of the items stay, so that their rows do.
  const isAsSent = isSameContent(fieldsOf(widget), sent)
  return isAsSent
    ? { ...copy, revision: widget.revision, base: sent }
    : rebased({ ...copy, base: sent }, widget)
}

/** Whether there is something to undo or to redo. */
export const hasSteps = ({ past, future }: WorkingCopy): boolean =>
  past.length > 0 || future.length > 0

/**
 * A copy that was kept, for the widget as it is now; null if it has neither changes nor steps. All of it may have
 * been saved after it was kept: then its steps stay as they are.
 */
export function resumed(copy: WorkingCopy, widget: Widget): WorkingCopy | null {
  if (isSameContent(fieldsOf(widget), copy.mine)) {
    return { ...saved(copy, copy.mine, widget), conflicts: [] }
  }
  if (isChanged(copy)) return copy
  // Others have changed it since. That is no news to a person who opens it; the steps go on from there.
  return hasSteps(copy) ? { ...rebased(copy, widget), conflicts: [] } : null
}

export function chosen(
  copy: WorkingCopy,
  conflict: Conflict,
  side: 'mine' | 'theirs',
): WorkingCopy {
  const conflicts = copy.conflicts.filter(({ id }) => id !== conflict.id)
  return { ...copy, conflicts, mine: withChoice(copy.mine, conflict, side), last: null }
}

/** Discards all changes. Undo restores them. */
export const discarded = (copy: WorkingCopy): WorkingCopy => ({
  ...changed(copy, copy.base, 'discard', 0),
  conflicts: [],
  last: null,
})
