import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { foldersQuery } from '../../server/folders.ts'
import type { Sort } from '../../server/picture-order.ts'
import { useMomentOf } from '../../session/moment.tsx'
import { formatDay } from '../../words/formats.ts'
import { t } from '../../words/words.ts'
import type { Asset } from '../queries.ts'
import type { View } from '../view.ts'
import type { OnAction } from './actions.ts'
import { Cell } from './cell.tsx'
import type { Corner, FramedCells } from './frame.ts'
import { geometryOf, listGeometryOf } from './geometry.ts'
import css from './grid.module.css'
import { columnCount, ListHead } from './list-head.tsx'
import { ListRow } from './list-row.tsx'
import { isSelected, type Selection } from './selection.ts'
import { useFrame } from './use-frame.ts'
import { useKeys } from './use-keys.ts'
import { type List, usePages } from './use-pages.ts'
import { useScroll, useSize } from './use-scroll.ts'
import {
  type Geometry,
  offsetOf,
  offsetShowing,
  type Position,
  rowsInSight,
  rowsOf,
  topIndexOf,
  topOf,
  trackOf,
} from './window.ts'

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
    scroller,
    grid,
    columns,
    head,
    position,
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
      asset,
      index,
      isFocused: index === tabStop,
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

type FrameMarkProps = { frame: { from: Corner; to: Corner }; position: Position }

/** The frame that is drawn over the cells. */
const FrameMark = ({ frame: { from, to }, position }: FrameMarkProps) => (
  <span
    className={css.frame}
    style={{
      insetInlineStart: Math.min(from.x, to.x),
      top: Math.min(from.y, to.y) - position.offset + position.scroll,
      width: Math.abs(to.x - from.x),
      height: Math.abs(to.y - from.y),
    }}
  />
)

type RowProps = { row: number; top: number; columns: number; children: ReactNode }

const Row = ({ row, top, columns, children }: RowProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a row of a table cannot be placed freely.
  // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus.
  <div
    role="row"
    aria-rowindex={row + 1}
    className={css.row}
    style={{
      transform: `translateY(${top}px)`,
      gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    }}
  >
    {children}
  </div>
)

/** The facts of a picture in a line besides its own fields: the path of its folder, and the day on which it was added. */
function useFacts(projectId: string, isNeeded: boolean) {
  const { data: folders } = useQuery({ ...foldersQuery(projectId), enabled: isNeeded })
  const paths = useMemo(() => new Map(folders?.map(({ id, path }) => [id, path])), [folders])
  const momentOf = useMomentOf()
  return (asset: Asset | undefined): { folder: string; created: string } => ({
    folder: (asset?.folderId && paths.get(asset.folderId)) || '',
    created: asset === undefined ? '' : formatDay(momentOf(asset.createdAt)),
  })
}

/**
 * In another view, or with rows of another length, the list stays at the picture that was first in sight.
 *
 * @param kept the cell that has the focus: it stays in sight if it was.
 */
function useSamePlace(
  view: View,
  grid: Geometry,
  position: Position,
  kept: number,
  { moveTo, show }: { moveTo(offset: number): void; show(index: number): void },
): void {
  const { columns } = grid
  const last = useRef({ view, columns, index: 0, isKeptInSight: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the view or the rows are others.
  useLayoutEffect(() => {
    const { current: from } = last
    if (from.view === view && from.columns === columns) return
    moveTo(offsetOf(grid, from.index))
    if (from.isKeptInSight) show(kept)
  }, [view, columns])
  useEffect(() => {
    const isKeptInSight = offsetShowing(grid, position.offset, kept) === position.offset
    last.current = { view, columns, index: topIndexOf(grid, position), isKeptInSight }
  })
}
