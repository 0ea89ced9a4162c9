import { useRef, useState } from 'react'
import { toast } from '../controls/toast.tsx'
import { mostOfWidget } from '../publishing/new-widget.ts'
import { formatCount } from '../words/formats.ts'
import { t } from '../words/words.ts'
import type { CellAction } from './grid/actions.ts'
import { type FramedCells, idsIn } from './grid/frame.ts'
import {
  countOf,
  everything,
  longestRange,
  none,
  type Selection,
  toggled,
  withAll,
} from './grid/selection.ts'

/** What a key or a button asks about the selected pictures, in a dialog. */
export type Asked = 'delete' | 'new widget' | 'tags' | 'alt text'

type Options = {
  /** The list's key: another list begins with nothing selected. */
  key: string
  /** Of the list. */
  total: number
  range(from: number, to: number): Promise<string[]>
  open(id: string): void
  look(id: string): void
  rename(id: string): void
  /** Whether the person's role allows what a key asks for. */
  may(asked: 'delete' | 'new widget'): boolean
}

export type Selecting = {
  selection: Selection
  asked: Asked | null
  ask(asked: Asked | null): void
  clear(): void
  selectAll(): void
  act(action: CellAction, index: number, id: string | null, from: number): void
  frame(cells: FramedCells | null, columnCount: number, isAdded: boolean): void
}

/** A range or a frame that grows and shrinks: where it began, and the selection before. */
type Growing = { anchor: number; base: Selection }

const sayMost = () =>
  toast(t('A widget has at most {most} pictures.', { most: formatCount(mostOfWidget) }))

const sayLimit = () =>
  toast(
    t('A range has at most {most} pictures. Ctrl A selects all that match.', {
      most: formatCount(longestRange),
    }),
  )

/** Which pictures are selected, and what keys, clicks and frames do to that. */
export function useSelecting(options: Options): Selecting {
  const { key, total, range, open, look, rename, may } = options
  const [state, setState] = useState({ key, selection: none })
  const [asked, ask] = useState<Asked | null>(null)
  const selection = state.key === key ? state.selection : none
  const growing = useRef<Growing | null>(null)
  /** The number of the newest range or frame: an answer for an older one is ignored. */
  const turn = useRef(0)
  const select = (next: Selection) => {
    turn.current += 1
    setState({ key, selection: next })
  }
  const grow = (base: Selection, ids: Promise<string[]>) => {
    turn.current += 1
    const mine = turn.current
    void ids.then((found) => {
      if (mine === turn.current) setState({ key, selection: withAll(base, found) })
    })
  }

  const act: Selecting['act'] = (action, index, id, from) => {
    if (action === 'range') {
      growing.current ??= { anchor: from, base: selection }
      if (Math.abs(index - growing.current.anchor) >= longestRange) sayLimit()
      return grow(growing.current.base, range(growing.current.anchor, index))
    }
    growing.current = null
    if (action === 'all') return select(everything)
    if (action === 'clear') return select(none)
    if (action === 'step' || id === null) return
    if (action === 'toggle') return select(toggled(selection, id))
    if (action === 'open') return open(id)
    // If all matching pictures are selected, the key takes single ones out.
    if (action === 'look' && selection.kind === 'all') return select(toggled(selection, id))
    if (action === 'look') return look(id)
    if (action === 'rename') return rename(id)
    const asks = action === 'delete' ? 'delete' : 'new widget'
    if (!may(asks)) return
    if (asks === 'new widget' && countOf(selection, total) > mostOfWidget) return sayMost()
    if (selection.kind === 'some' && selection.ids.size === 0) select(withAll(none, [id]))
    ask(asks)
  }

  const frame: Selecting['frame'] = (cells, columnCount, isAdded) => {
    if (cells === null) {
      growing.current = null
      return
    }
    growing.current ??= { anchor: 0, base: isAdded ? selection : none }
    const [first, last] = cells.rows
    const rows = range(first * columnCount, (last + 1) * columnCount - 1)
    grow(
      growing.current.base,
      rows.then((ids) => idsIn(cells, columnCount, ids)),
    )
  }
  return {
    selection,
    asked,
    ask,
    act,
    frame,
    clear: () => {
      growing.current = null
      select(none)
    },
    selectAll: () => select(everything),
  }
}
