import type { ReactNode } from 'react'
import css from './grid.module.css'

type Props = { row: number; top: number; columns: number; children: ReactNode }

export const Row = ({ row, top, columns, children }: Props) => (
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
