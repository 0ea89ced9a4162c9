import type { FastifySchema, onResponseHookHandler } from 'fastify'
import type { App } from '../app.js'
import { probe, probeAppOf } from '../health/probes.js'

/** Keeps the measurements and renders them in the text format of Prometheus. */
export type Meter = {
  contentType: string
  text(): Promise<string>
  /**
   * `route` is a pattern and `status` a class (`2xx`), so that there are few label values.
   *
   * @returns a function that records the duration of such a request, seconds.
   */
  requests(labels: { method: string; route: string; status: string }): (seconds: number) => void
}

/**
 * Measures every request. `/metrics` is served on the port of the probes alone, because everyone may call that of the
 * service; without `separateProbes` it is not served.
 */
export function metrics(app: App, meter: Meter): void {
  app.addHook('onResponse', createObserver(meter))
  const probes = probeAppOf(app)
  if (probes === app) return
  const schema = { hide: true } as FastifySchema
  probes.get('/metrics', { ...probe, schema }, async (_request, reply) => {
    reply.header('cache-control', 'no-store').type(meter.contentType)
    return meter.text()
  })
}

const statusClasses = ['none', '1xx', '2xx', '3xx', '4xx', '5xx']

type Observe = (seconds: number) => void

/** Observers are cached by route, method and status class, so that no labels are built per request. */
function createObserver(meter: Meter): onResponseHookHandler {
  const routes = new Map<string, Map<string, Map<number, Observe>>>()
  return ({ method, routeOptions: { url: route = 'none' } }, { statusCode, elapsedTime }, done) => {
    const methods = getOrSet(routes, route, () => new Map<string, Map<number, Observe>>())
    const classes = getOrSet(methods, method, () => new Map<number, Observe>())
    const statusClass = Math.floor(statusCode / 100)
    const observe = getOrSet(classes, statusClass, () =>
      meter.requests({ method, route, status: statusClasses[statusClass] ?? 'none' }),
    )
    observe(elapsedTime / 1000)
    done()
  }
}

function getOrSet<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
