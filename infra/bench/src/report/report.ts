import { median } from '../statistics.js'
import { alignColumns } from './columns.js'
import { formatNumber, formatRatio } from './figure.js'
import type { Line, Samples } from './line.js'
import { ratio } from './ratio.js'
import { judge } from './verdict.js'

/** Ratios and verdicts first, then their inputs: medians and the range of the rounds. */
export function formatReport(lines: readonly Line[]): string[] {
  return [...verdicts(lines), '', ...figures(lines), ...notes(lines)]
}

function verdicts(lines: readonly Line[]): string[] {
  const rows = lines.map((line) => {
    const { bar, figure, verdict } = judge(line)
    return [line.name, ratios(line), bar, figure, verdict]
  })
  return alignColumns([['', 'ours ÷ theirs', 'bar', 'figure', 'verdict'], ...rows], (i) => i === 3)
}

const ratios = ({ ours, peers }: Line): string =>
  peers.map(({ name, samples }) => `${formatRatio(ratio(ours, samples))} ${name}`).join(', ')

function figures(lines: readonly Line[]): string[] {
  const rows = lines.map(({ name, unit, ours, peers }) => [
    name,
    formatNumber(median(ours)),
    unit,
    range(ours),
    peers.map(({ name, samples }) => `${name} ${formatNumber(median(samples))}`).join(', '),
  ])
  return alignColumns([['', 'ours', '', 'rounds', 'theirs'], ...rows], (i) => i === 1)
}

/** `0.92–0.97, n 5`; empty for a single round. */
function range(samples: Samples): string {
  if (samples.length < 2) return ''
  const [low, high] = [Math.min(...samples), Math.max(...samples)]
  return `${formatNumber(low)}–${formatNumber(high)}, n ${samples.length}`
}

function notes(lines: readonly Line[]): string[] {
  const texts = lines.flatMap(({ name, note }) => (note === undefined ? [] : [`${name}: ${note}`]))
  return texts.length === 0 ? [] : ['', ...texts]
}
