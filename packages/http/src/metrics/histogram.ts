import type { Histogram } from 'prom-client'

type Options = {
  name: string
  help: string
  /** Upper bounds, ascending. */
  buckets: readonly number[]
}

/** The counts of one series: `counts[i]` of the measurements are above `buckets[i - 1]` only. */
type Series = { labels: Record<string, string>; counts: number[]; sum: number }

/**
 * A labelled histogram whose series are plain numbers, made into samples when someone asks:
 * prom-client's own looks a series up by a text of its labels at every measurement, which takes longer
 * than to answer a request out of memory.
 */
export function createHistogramBy({ name, help, buckets }: Options) {
  const all: Series[] = []

  const samples = ({ labels, counts, sum }: Series) => {
    let below = 0
    const cumulative = [...buckets, '+Inf' as const].map((le, i) => {
      below += counts[i] ?? 0
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: below }
    })
    return [
      ...cumulative,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: below },
    ]
  }

  return {
    /** For a registry, which only ever calls `get`. */
    metric: {
      name,
      get: async () => ({
        name,
        help,
        type: 'histogram',
        aggregator: 'sum',
        values: all.flatMap(samples),
      }),
    } as unknown as Histogram,
    /** @returns takes one measurement of a series of its own. Ask once per set of labels. */
    observer: (labels: Record<string, string>) => {
      const series: Series = { labels, counts: Array(buckets.length + 1).fill(0), sum: 0 }
      all.push(series)
      return (value: number): void => {
        let i = 0
        while (i < buckets.length && value > (buckets[i] as number)) i += 1
        series.counts[i] = (series.counts[i] as number) + 1
        series.sum += value
      }
    },
  }
}
