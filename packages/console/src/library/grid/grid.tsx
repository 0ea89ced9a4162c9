import { useEffect, useRef } from 'react'
import { say } from '../../words/words.ts'
import type { OnAction } from './actions.ts'
import { Cell } from './cell.tsx'
import type { FramedCells } from './frame.ts'
import { geometryOf } from './geometry.ts'
import css from './grid.module.css'
import { Row } from './row.tsx'
import { isSelected, type Selection } from './selection.ts'
import { useFrame } from './use-frame.ts'
import { useKeys } from './use-keys.ts'
import { type List, usePages } from './use-pages.ts'
import { useScroll, useSize } from './use-scroll.ts'
import { rowsInSight, rowsOf, topOf, trackOf } from './window.ts'

type Props = {
  list: List
  total: number
  selection: Selection
  openId: string | null
  onAction: OnAction
  onFrame(cells: FramedCells | null, columnCount: number, isAdded: boolean): void
}

const rangeOf = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)

/** A grid of any number of pictures: it renders the rows in sight, and one cell takes the focus. */
export function Grid({ list, total, selection, openId, onAction, onFrame }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const { grid, picture, columns } = geometryOf(total, useSize(scroller))
  const { position, moveTo, show } = useScroll(scroller, grid)
  const rows = rowsInSight(grid, position)
  const [first, last] = [
    rows.first * grid.columns,
    Math.min(total, (rows.last + 1) * grid.columns) - 1,
  ]
  const assetAt = usePages(list, first, Math.max(0, last))
  const listKey = JSON.stringify([list.filter, list.sort])
  const idAt = (index: number) => assetAt(index)?.id ?? null
  const { frame, takeFramed, ...framing } = useFrame({
    ...{ scroller, grid, columns, position },
    onFrame: (cells, isAdded) => onFrame(cells, grid.columns, isAdded),
  })
  const { focused, onKeyDown, onClick } = useKeys({ scroller, grid, listKey, idAt, show, onAction })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top.
  useEffect(() => moveTo(0), [listKey])

  // A cell takes the focus of the Tab key even when the last one is out of sight.
  const tabStop = Math.max(first, Math.min(focused, last))
  const cellOf = (index: number) => {
    const asset = assetAt(index)
    return (
      <Cell
        key={index}
        asset={asset}
        index={index}
        column={index % grid.columns}
        size={picture}
        isFocused={index === tabStop}
        isOpen={asset !== undefined && asset.id === openId}
        isSelected={asset !== undefined && isSelected(selection, asset.id)}
      />
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot leave out rows.
    <div
      ref={scroller}
      role="grid"
      aria-label={say('Pictures')}
      aria-rowcount={rowsOf(grid)}
      aria-colcount={grid.columns}
      aria-multiselectable="true"
      tabIndex={-1}
      className={css.scroller}
      data-selecting={selection.kind === 'all' || selection.ids.size > 0 || undefined}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        if (!takeFramed()) onClick(event)
      }}
      {...framing}
    >
      <div role="presentation" className={css.track} style={{ blockSize: trackOf(grid) }}>
        {rangeOf(rows.first, rows.last).map((row) => (
          <Row key={row} row={row} top={topOf(grid, position, row)} columns={grid.columns}>
            {rangeOf(row * grid.columns, Math.min(last, (row + 1) * grid.columns - 1)).map(cellOf)}
          </Row>
        ))}
        {frame === null ? null : (
          <span
            className={css.frame}
            style={{
              insetInlineStart: Math.min(frame.from.x, frame.to.x),
              top: Math.min(frame.from.y, frame.to.y) - position.offset + position.scroll,
              width: Math.abs(frame.to.x - frame.from.x),
              height: Math.abs(frame.to.y - frame.from.y),
            }}
          />
        )}
      </div>
    </div>
  )
}
