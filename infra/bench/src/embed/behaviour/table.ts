import { alignColumns } from '../../report/columns.js'
import type { Column } from './columns.js'
import type { Seen } from './measure.js'

/** The first row contains our bars; details of the numbers follow below the table. */
export function formatSeen<Row extends Seen>(
  columns: readonly Column<Row>[],
  seen: readonly Row[],
): string[] {
  const head = ['', ...columns.map(({ heading }) => heading)]
  const bars = ['bar', ...columns.map(({ bar }) => bar)]
  const rows = seen.map((row) => [row.name, ...columns.map(({ cell }) => cell(row))])
  return [...alignColumns([head, bars, ...rows], () => false), ...seen.flatMap(notesOf)]
}

/** One line for each bar that one of our rows misses. */
export const missedOf = <Row extends Seen>(
  columns: readonly Column<Row>[],
  ours: readonly Row[],
): string[] =>
  ours.flatMap((row) =>
    columns
      .filter(({ isMet }) => !isMet(row))
      .map(({ heading, bar, cell }) => `MISSED ${row.name}, ${heading}: ${cell(row)}, not ${bar}`),
  )

function notesOf({ name, findings, policy }: Seen): string[] {
  const found = findings.map(({ rule, impact, elements }) => `${rule} × ${elements} (${impact})`)
  return [
    ...(found.length > 0 ? [`${name}, axe: ${found.join(', ')}`] : []),
    ...(policy.violations.length > 0 ? [`${name}, policy: ${policy.violations.join(', ')}`] : []),
  ]
}
