import { alignColumns } from '../report/columns.js'
import { formatNumber, formatRatio } from '../report/figure.js'
import { commonNames, curveOf, type Measured, matchedRatios } from './curve.js'
import type { Results } from './measure.js'

/** Of one format: `at` is the quality whose figures are shown; the ratios are of all. */
export type Compared = { format: string; at: number; results: ReadonlyMap<string, Results> }

const head = [
  'format, q',
  'beside',
  'photographs',
  'its KB',
  'SSIM',
  'our KB, same q',
  'SSIM',
  'our KB, same SSIM',
  'ours ÷ its',
  'at all q',
  'no more bytes?',
]

/** Means over the photographs that the peer and ours have at each quality. */
export function formatQuality(all: readonly Compared[]): string[] {
  const rows = all.flatMap(({ format, at, results }) => {
    const ours = results.get('ours')
    const peers = [...results].filter(([name]) => name !== 'ours')
    return peers.map(([name, theirs]) => [`${format} ${at}`, name, ...cellsOf(ours, theirs, at)])
  })
  return alignColumns([head, ...rows], (column) => column > 1 && column < 9)
}

/** Why a peer has no figures, or some are missing. */
export const qualityNotes = (all: readonly Compared[]): string[] =>
  all.flatMap(({ format, results }) =>
    [...results].flatMap(([name, { failure }]) =>
      failure === null ? [] : [`${name}, ${format}: ${failure}`],
    ),
  )

function cellsOf(ours: Results | undefined, theirs: Results, at: number): string[] {
  const names = ours === undefined ? [] : commonNames([ours.samples, theirs.samples])
  if (ours === undefined || names.length === 0 || theirs.samples.size === 0) {
    return ['0', '–', '–', '–', '–', '–', '–', '–', 'NOT MEASURED']
  }
  const [own, peer] = [curveOf(ours.samples, names), curveOf(theirs.samples, names)]
  const pointAt = (curve: readonly Measured[]) => curve.find(({ quality }) => quality === at)
  const ratios = matchedRatios(own, peer)
  const ratio = ratios.find(({ quality }) => quality === at)?.ratio ?? Number.NaN
  const [shown, same] = [pointAt(peer), pointAt(own)]
  return [
    String(names.length),
    kilobytes(shown?.bytes),
    similarity(shown?.ssim),
    kilobytes(same?.bytes),
    similarity(same?.ssim),
    kilobytes(ratio * (shown?.bytes ?? Number.NaN)),
    formatRatio(ratio),
    rangeOf(ratios.map((one) => one.ratio)),
    verdictOf(ratio),
  ]
}

const kilobytes = (bytes = Number.NaN) => formatNumber(bytes / 1000)
const similarity = (ssim = Number.NaN) => ssim.toFixed(4)

const rangeOf = (ratios: readonly number[]): string =>
  ratios.length === 0
    ? '–'
    : `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}, n ${ratios.length}`

function verdictOf(ratio: number): string {
  if (Number.isNaN(ratio)) return 'NOT MEASURED'
  return ratio <= 1 ? 'met' : `MISSED by ${(100 * (ratio - 1)).toFixed(1)} %`
}
