/** Pictures that one range may select, ten pages: more is "all that match". */
export const longestRange = 1000

/** The part of a range that is selected: from its anchor on. The lesser index first. */
export function partOfRange(anchor: number, to: number): [number, number] {
  const most = longestRange - 1
  return anchor <= to
    ? [anchor, Math.min(to, anchor + most)]
    : [Math.max(to, anchor - most), anchor]
}

/** Pictures by id, or all that match the filter but some. */
export type Selection =
  | { kind: 'some'; ids: ReadonlySet<string> }
  | { kind: 'all'; except: ReadonlySet<string> }

export const none: Selection = { kind: 'some', ids: new Set() }
export const everything: Selection = { kind: 'all', except: new Set() }

export const isSelected = (selection: Selection, id: string): boolean =>
  selection.kind === 'some' ? selection.ids.has(id) : !selection.except.has(id)

export const countOf = (selection: Selection, total: number): number =>
  selection.kind === 'some' ? selection.ids.size : Math.max(0, total - selection.except.size)

function withToggled(set: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}

export const toggled = (selection: Selection, id: string): Selection =>
  selection.kind === 'some'
    ? { kind: 'some', ids: withToggled(selection.ids, id) }
    : { kind: 'all', except: withToggled(selection.except, id) }

/** The pictures of a frame or a range that grows and shrinks: `base` is the selection before it. */
export function withAll(selection: Selection, ids: readonly string[]): Selection {
  if (selection.kind === 'some') return { kind: 'some', ids: new Set([...selection.ids, ...ids]) }
  const except = new Set(selection.except)
  for (const id of ids) except.delete(id)
  return { kind: 'all', except }
}
