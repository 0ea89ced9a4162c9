import { median } from '../statistics.js'
import { formatFigure, formatNumber, formatRatio } from './figure.js'
import type { Bar, Line, Unit } from './line.js'
import { ratio } from './ratio.js'

/** The texts of a line's three columns; empty if there is no bar. */
export type Verdict = { bar: string; figure: string; verdict: string; isMet: boolean | null }

/** The best of the line's bars: one that is met, otherwise the nearest. */
export function judge(line: Line): Verdict {
  if (line.bars.length === 0) return { bar: '', figure: '', verdict: '', isMet: null }
  const [best] = line.bars
    .map((bar) => ({ bar, shortfall: shortfallOf(bar, figureOf(line, bar)) }))
    .sort((a, b) => rank(a.shortfall) - rank(b.shortfall))
  if (best === undefined) throw new Error(`${line.name} has no bar`)
  const figure = figureOf(line, best.bar)
  return {
    bar: line.bars.map((bar) => describeBar(bar, line.unit)).join(' or '),
    figure: best.bar.peer === undefined ? formatFigure(figure, line.unit) : formatRatio(figure),
    verdict: describe(best.shortfall),
    isMet: best.shortfall <= 0,
  }
}

/** NaN if it was not measured. */
function figureOf({ ours, peers }: Line, { peer }: Bar): number {
  if (peer === undefined) return median(ours)
  return ratio(ours, peers.find(({ name }) => name === peer)?.samples ?? [])
}

/** The fraction by which the bar is missed; 0 or less if it is met. */
function shortfallOf(bar: Bar, figure: number): number {
  return 'atLeast' in bar ? 1 - figure / bar.atLeast : figure / bar.atMost - 1
}

/** A missing measurement ranks below any measured one. */
const rank = (shortfall: number) => (Number.isNaN(shortfall) ? Number.POSITIVE_INFINITY : shortfall)

function describe(shortfall: number): string {
  if (Number.isNaN(shortfall)) return 'NOT MEASURED'
  if (shortfall <= 0) return 'met'
  if (shortfall >= 1) return `MISSED, ${formatNumber(1 + shortfall)} times the bar`
  const percent = shortfall * 100
  return `MISSED by ${percent < 10 ? percent.toFixed(1) : percent.toFixed(0)} %`
}

function describeBar(bar: Bar, unit: Unit): string {
  const limit = 'atLeast' in bar ? `≥ ${number(bar.atLeast)}` : `≤ ${number(bar.atMost)}`
  return `${limit} ${bar.peer === undefined ? unit : `× ${bar.peer}`}`
}

const number = (value: number) => value.toLocaleString('en-US')
