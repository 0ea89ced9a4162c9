import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../../words/words.ts'
import type { Sort } from '../search.ts'
import type { View } from '../view.ts'
import type { OnAction } from './actions.ts'
import { Cell } from './cell.tsx'
import type { FramedCells } from './frame.ts'
import { FrameMark } from './frame-mark.tsx'
import { geometryOf, listGeometryOf } from './geometry.ts'
import css from './grid.module.css'
import { columnCount, ListHead } from './list-head.tsx'
import { ListRow } from './list-row.tsx'
import { Row } from './row.tsx'
import { isSelected, type Selection } from './selection.ts'
import { useFacts } from './use-facts.ts'
import { useFrame } from './use-frame.ts'
import { useKeys } from './use-keys.ts'
import { type List, usePages } from './use-pages.ts'
import { useSamePlace } from './use-same-place.ts'
import { useScroll, useSize } from './use-scroll.ts'
import { rowsInSight, rowsOf, topOf, trackOf } from './window.ts'

type Props = {
  list: List
  view: View
  total: number
  selection: Selection
  openId: string | null
  onSort(sort: Sort): void
  onAction: OnAction
  onFrame(cells: FramedCells | null, columnCount: number, isAdded: boolean): void
}

const rangeOf = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)

/**
 * Any number of pictures, as cells or as lines: it renders the rows in sight, and one picture takes the focus.
 */
export function Grid({ list, view, total, selection, openId, onSort, onAction, onFrame }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const size = useSize(scroller)
  const { grid, picture, columns, head } = (view === 'list' ? listGeometryOf : geometryOf)(
    total,
    size,
  )
  const { position, moveTo, show } = useScroll(scroller, grid)
  const rows = rowsInSight(grid, position)
  const first = rows.first * grid.columns
  const last = Math.min(total, (rows.last + 1) * grid.columns) - 1
  const assetAt = usePages(list, first, Math.max(0, last))
  const factsOf = useFacts(list.projectId, view === 'list')
  const listKey = JSON.stringify([list.filter, list.sort])
  const idAt = (index: number) => assetAt(index)?.id ?? null
  const { frame, takeFramed, ...framing } = useFrame({
    ...{ scroller, grid, columns, head, position },
    onFrame: (cells, isAdded) => onFrame(cells, grid.columns, isAdded),
  })
  const options = { scroller, grid, listKey, idAt, show, onAction }
  const { focused, onClick, onKeyDown, ...focusing } = useKeys(options)
  useSamePlace(view, grid, position, focused, { moveTo, show })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top.
  useEffect(() => moveTo(0), [listKey])

  // A cell takes the focus of the Tab key even when the last one is out of sight.
  const tabStop = Math.max(first, Math.min(focused, last))
  const stateOf = (index: number) => {
    const asset = assetAt(index)
    return {
      ...{ asset, index, isFocused: index === tabStop },
      isOpen: asset !== undefined && asset.id === openId,
      isSelected: asset !== undefined && isSelected(selection, asset.id),
    }
  }
  const rowOf = (row: number): ReactNode => {
    const top = topOf(grid, position, row)
    if (view === 'list') {
      return <ListRow key={row} top={top} {...stateOf(row)} {...factsOf(assetAt(row))} />
    }
    const cells = rangeOf(row * grid.columns, Math.min(last, (row + 1) * grid.columns - 1))
    return (
      <Row key={row} row={row} top={top} columns={grid.columns}>
        {cells.map((index) => (
          <Cell key={index} {...stateOf(index)} column={index % grid.columns} size={picture} />
        ))}
      </Row>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot leave out rows.
    <div
      ref={scroller}
      role="grid"
      aria-label={t('Pictures')}
      aria-rowcount={rowsOf(grid) + (view === 'list' ? 1 : 0)}
      aria-colcount={view === 'list' ? columnCount : grid.columns}
      aria-multiselectable="true"
      tabIndex={-1}
      className={css.scroller}
      data-selecting={selection.kind === 'all' || selection.ids.size > 0 || undefined}
      onKeyDown={onKeyDown}
      {...focusing}
      onClick={(event) => {
        if (!takeFramed()) onClick(event)
      }}
      {...framing}
    >
      {view === 'list' ? <ListHead sort={list.sort} onSort={onSort} /> : null}
      <div role="presentation" className={css.track} style={{ blockSize: trackOf(grid) }}>
        {rangeOf(rows.first, rows.last).map(rowOf)}
        {frame === null ? null : <FrameMark frame={frame} position={position} />}
      </div>
    </div>
  )
}
