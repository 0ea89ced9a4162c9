import { median, ratio } from './quantile.js'

/** A target for our figure, or for its ratio to the peer's. */
export type Bar = { of: 'figure' | 'ratio' } & ({ atMost: number } | { atLeast: number })

/** A line of the table: our measurements, and those of a peer in the same run. */
export type Line = {
  name: string
  unit: 'CPU-ms' | 'CPU-µs' | 'ms' | '/s' | '%' | 'KB' | '×' | ''
  /** One per round. Both sides of a round were measured right after each other. */
  ours: readonly number[]
  peer?: { name: string; samples: readonly number[] }
  /** Left out: the line is informational. */
  bar?: Bar
}

const headings = ['', 'ours', '', 'rounds', 'beside', 'ours ÷ its', 'bar', 'verdict']

export function formatTable(lines: readonly Line[]): string[] {
  const rows = [headings, ...lines.map(cellsOf)]
  const widths = headings.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, i) => (i === 1 ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

function cellsOf(line: Line): string[] {
  const { name, unit, ours, peer, bar } = line
  const rounds = `${format(Math.min(...ours))}–${format(Math.max(...ours))}`
  return [
    name,
    format(median(ours)),
    unit,
    ours.length > 1 ? `${rounds}, n ${ours.length}` : '',
    peer === undefined ? '' : `${peer.name} ${format(median(peer.samples))}`,
    peer === undefined ? '' : `${format(ratio(ours, peer.samples))} ×`,
    bar === undefined ? '' : describeBar(bar, unit),
    verdictOf(line),
  ]
}

const describeBar = (bar: Bar, unit: string): string =>
  `${'atMost' in bar ? `≤ ${bar.atMost}` : `≥ ${bar.atLeast}`} ${bar.of === 'ratio' ? '×' : unit}`.trim()

/** `met`, or by how much of the bar it is missed; empty without a bar. */
export function verdictOf({ ours, peer, bar }: Line): string {
  if (bar === undefined) return ''
  const figure = bar.of === 'figure' ? median(ours) : ratio(ours, peer?.samples ?? [])
  if (Number.isNaN(figure)) return 'NOT MEASURED'
  if ('atMost' in bar && bar.atMost === 0) return figure <= 0 ? 'met' : 'MISSED'
  const missed = 'atMost' in bar ? figure / bar.atMost - 1 : 1 - figure / bar.atLeast
  return missed <= 0 ? 'met' : `MISSED by ${format(100 * missed)} %`
}

/** Three significant digits: `18,200`, `1.28`. */
const format = (value: number): string =>
  Number.isNaN(value) ? '–' : value.toLocaleString('en-US', { maximumSignificantDigits: 3 })
