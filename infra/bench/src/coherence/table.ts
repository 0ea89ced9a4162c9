import { alignColumns } from '../report/columns.js'
import { percentile } from '../statistics.js'

export type Row = {
  name: string
  /** Samples taken alternately, ms; `commit` is measured with no replica registered. */
  commit: readonly number[]
  measured: readonly number[]
  /** Upper bound on the acknowledgement minus the commit, ms, as a percentile or maximum. */
  aims: { p50?: number; p99?: number; max?: number }
}

const headings = [
  ...['', 'n', 'commit p50', 'p99', 'with ack p50', 'p99', 'max'],
  ...['over p50', 'over p99', 'ratio p50', 'aim'],
]

export function formatTable(rows: readonly Row[]): string[] {
  const cells = [headings, ...rows.map(cellsOf)]
  return alignColumns(cells, (i) => i > 0 && i < headings.length - 1)
}

function cellsOf({ name, commit, measured, aims }: Row): string[] {
  const [base50, base99] = [percentile(commit, 0.5), percentile(commit, 0.99)]
  const [p50, p99] = [percentile(measured, 0.5), percentile(measured, 0.99)]
  const max = percentile(measured, 1)
  const over = { p50: p50 - base50, p99: p99 - base99, max: max - base50 }
  const verdicts = (['p50', 'p99', 'max'] as const).flatMap((key) => {
    const aim = aims[key]
    return aim === undefined ? [] : [`${key} ≤ ${aim}: ${over[key] <= aim ? 'met' : 'MISSED'}`]
  })
  return [
    name,
    String(measured.length),
    ...[base50, base99, p50, p99, max, over.p50, over.p99].map((ms) => ms.toFixed(1)),
    (p50 / base50).toFixed(1),
    verdicts.join(', '),
  ]
}
