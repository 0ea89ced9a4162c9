import type { ReactNode } from 'react'
import css from './data-table.module.css'

export type Column<Row> = {
  id: string
  label: string
  cell(row: Row): ReactNode
  /** Numbers stand below each other at the end. A menu stays at the corner of a card, buttons go below it. */
  kind?: 'text' | 'number' | 'menu' | 'buttons'
}

type Props<Row> = {
  /** The subject of the table, for screen readers. */
  label: string
  /** The first one names the row. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf(row: Row): string
}

/** A table that becomes a list of cards in narrow windows. */
export const DataTable = <Row,>({ label, columns, rows, keyOf }: Props<Row>) => (
  <div className={`${css.frame} card`}>
    <table className={css.table}>
      <caption className="visually-hidden">{label}</caption>
      <thead>
        <tr>
          {columns.map(({ id, label: name, kind = 'text' }) => (
            <th key={id} scope="col" data-kind={kind}>
              {kind === 'menu' || kind === 'buttons' ? (
                <span className="visually-hidden">{name}</span>
              ) : (
                name
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column, index) => (
              <Cell key={column.id} column={column} row={row} isName={index === 0} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

type CellProps<Row> = { column: Column<Row>; row: Row; isName: boolean }

function Cell<Row>({ column: { label, kind = 'text', cell }, row, isName }: CellProps<Row>) {
  if (isName) {
    return (
      <th scope="row" data-kind={kind}>
        {cell(row)}
      </th>
    )
  }
  return (
    <td data-kind={kind} data-label={label}>
      {cell(row)}
    </td>
  )
}
