import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { createHistogramBy } from './histogram.js'

type Named = {
  /** By Prometheus' custom: `thing_unit`, of counters `thing_total`. */
  name: string
  help: string
}

/** Values of one label, each with its count. */
type ByLabel<Value extends string> = Readonly<Record<Value, number>>

/** Seconds: from an answer out of memory to one that waited for everything. */
const requestBuckets = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
]

/**
 * The counts and measurements of one app, and those of any process: event loop, memory,
 * garbage collection. Not prom-client's global registry: several apps may live in one process.
 *
 * Frequent events are counted by their owner, in a number that is read when `/metrics` is fetched.
 */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = createHistogramBy({
    name: 'http_request_duration_seconds',
    help: 'From the arrival of a request to the end of its answer.',
    buckets: requestBuckets,
  })
  registry.registerMetric(requests.metric)

  return {
    contentType: registry.contentType,
    /** Everything, in Prometheus' text format. */
    text: (): Promise<string> => registry.metrics(),
    /**
     * Records requests with these labels: `route` is a pattern, `status` a class, 2xx.
     * @returns takes the seconds that one took.
     */
    requests: (labels: { method: string; route: string; status: string }) =>
      requests.observer(labels),
    /** @param read the count so far; it may only grow. */
    counter: ({ name, help, read }: Named & { read: () => number }): void => {
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset()
          this.inc(read())
        },
      })
    },
    /** @param read the counts so far, by the values of the label. */
    counterBy: <Value extends string>(
      label: string,
      { name, help, read }: Named & { read: () => ByLabel<Value> },
    ): void => {
      new Counter({
        name,
        help,
        registers,
        labelNames: [label],
        collect() {
          this.reset()
          for (const [value, count] of Object.entries<number>(read())) {
            this.inc({ [label]: value }, count)
          }
        },
      })
    },
    /** @param read the value now. */
    gauge: ({ name, help, read }: Named & { read: () => number }): void => {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read())
        },
      })
    },
    /** @returns takes one measurement, in the unit that the name says. */
    histogram: ({ name, help, buckets }: Named & { buckets: number[] }) => {
      const histogram = new Histogram({ name, help, buckets, registers })
      return (value: number): void => histogram.observe(value)
    },
  }
}

export type Metrics = ReturnType<typeof createMetrics>
