import { median, percentile } from '../statistics.js'

/** A line for each figure, with its bar. */
export function createReport(log: (line: string) => void) {
  return {
    log,
    /** The median of the samples may be so much. */
    atMost: (name: string, samples: readonly number[], unit: string, most: number): void => {
      const figure = median(samples)
      const range = `${format(Math.min(...samples))}–${format(Math.max(...samples))}`
      const rounds = samples.length > 1 ? ` (${range}, ${samples.length} rounds)` : ''
      const verdict = figure <= most ? 'met' : `MISSED by ${Math.ceil(100 * (figure / most - 1))} %`
      log(`${name}: ${format(figure)} ${unit}${rounds}; bar ≤ ${most} ${unit}: ${verdict}`)
    },
    p98: (name: string, samples: readonly number[], most: number): void => {
      const figure = percentile(samples, 0.98)
      const verdict = figure <= most ? 'met' : 'MISSED'
      log(`${name}: ${format(figure)} ms, ${samples.length} samples; bar ≤ ${most} ms: ${verdict}`)
    },
    exactly: (name: string, figure: number, wanted: number): void => {
      log(`${name}: ${figure}; bar ${wanted}: ${figure === wanted ? 'met' : 'MISSED'}`)
    },
  }
}

const format = (figure: number): string => String(Number(figure.toPrecision(3)))

export type Report = ReturnType<typeof createReport>
