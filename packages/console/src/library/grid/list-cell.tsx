import type { ReactNode } from 'react'

type Props = {
  /** Of the columns, from 1. */
  column: number
  className: string | undefined
  title?: string | undefined
  children: ReactNode
}

/** A cell of a line. */
export const ListCell = ({ column, ...props }: Props) => (
  // biome-ignore lint/a11y/useSemanticElements: a cell of a table cannot be placed freely.
  // biome-ignore lint/a11y/useFocusableInteractive: its row takes the focus.
  <span role="gridcell" aria-colindex={column} {...props} />
)
