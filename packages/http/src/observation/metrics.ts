import type { FastifySchema } from 'fastify'
import type { WarmListener } from '../answers/answer.js'
import type { App } from '../app.js'
import { probe } from '../health/probe.js'
import { probeAppOf } from '../health/probe-app.js'

/** What keeps the measurements and writes them down, in Prometheus' text format. */
export type Meter = {
  contentType: string
  text(): Promise<string>
  /**
   * `route` is a pattern and `status` a class (`2xx`): few values, whatever is requested.
   * @returns takes the seconds that such a request took.
   */
  requests(labels: { method: string; route: string; status: string }): (seconds: number) => void
}

/**
 * Measures every request, and serves what was measured at `/metrics`: on the service's own port,
 * where no router in front leads to. Not part of the API: not in its document, not in the log.
 */
export function metrics(app: App, meter: Meter): void {
  const observe = createObserver(meter)
  app.onWarmAnswer(observe)
  app.addHook('onResponse', (request, reply, done) => {
    const { url = 'none' } = request.routeOptions
    observe(request.method, url, reply.statusCode, reply.elapsedTime / 1000)
    done()
  })
  const schema = { hide: true } as FastifySchema
  probeAppOf(app).get('/metrics', { ...probe, schema }, async (_request, reply) => {
    reply.header('cache-control', 'no-store').type(meter.contentType)
    return meter.text()
  })
}

const statusClasses = ['none', '1xx', '2xx', '3xx', '4xx', '5xx']

type Observe = (seconds: number) => void

/** What it tells of a request is kept by route, method and class: no text is made for each. */
function createObserver(meter: Meter): WarmListener {
  const routes = new Map<string, Map<string, Map<number, Observe>>>()
  return (method, route, statusCode, seconds) => {
    const methods = getOrSet(routes, route, () => new Map<string, Map<number, Observe>>())
    const classes = getOrSet(methods, method, () => new Map<number, Observe>())
    const statusClass = Math.floor(statusCode / 100)
    const observe = getOrSet(classes, statusClass, () =>
      meter.requests({ method, route, status: statusClasses[statusClass] ?? 'none' }),
    )
    observe(seconds)
  }
}

function getOrSet<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
