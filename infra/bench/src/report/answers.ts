import { median, percentile } from '../statistics.js'
import { alignColumns } from './columns.js'
import { formatNumber } from './figure.js'
import { line } from './line.js'
import { judge } from './verdict.js'

/** How long the answers to one call took. */
export type Answers = {
  name: string
  /** ms, one per round. */
  times: readonly number[]
  /** The most that the median may be, ms. Left out: the row is informational. */
  barMs?: number
}

const headings = ['', 'median', 'p95', 'fastest', 'bar', 'verdict']

/** A row for each call: milliseconds, and whether the median meets the bar. */
export const formatAnswers = (rows: readonly Answers[]): string[] =>
  alignColumns([headings, ...rows.map(cellsOf)], (column) => column > 0 && column < 4)

function cellsOf({ name, times, barMs }: Answers): string[] {
  const bars = barMs === undefined ? [] : [{ atMost: barMs }]
  const { bar, verdict } = judge(line({ name, unit: 'ms', ours: times, bars }))
  const figures = [median(times), percentile(times, 0.95), percentile(times, 0)]
  return [name, ...figures.map(formatNumber), bar, verdict]
}
