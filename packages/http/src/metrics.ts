import type { FastifySchema } from 'fastify'
import type { App } from './app.js'

/** What keeps the measurements and writes them down, in Prometheus' text format. */
export type Meter = {
  contentType: string
  text(): Promise<string>
  /** `route` is a pattern and `status` a class (`2xx`): few values, whatever is requested. */
  request(labels: { method: string; route: string; status: string }, seconds: number): void
}

/**
 * Measures every request, and serves what was measured at `/metrics`: on the service's own port,
 * where no router in front leads to. Not part of the API: not in its document, not in the log.
 */
export function metrics(app: App, meter: Meter): void {
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    meter.request(
      {
        method,
        route: routeOptions.url ?? 'none',
        status: `${Math.floor(reply.statusCode / 100)}xx`,
      },
      reply.elapsedTime / 1000,
    )
  })
  const schema = { hide: true } as FastifySchema
  app.get('/metrics', { logLevel: 'silent', schema }, async (_request, reply) => {
    reply.header('cache-control', 'no-store').type(meter.contentType)
    return meter.text()
  })
}
