import { type App, createApp } from '../app.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Polled by monitoring. Its requests do not count as work. */
    isProbe?: true
  }
}

/** The options of a route for monitoring. Its requests are not logged. */
export const probe = { logLevel: 'silent', config: { isProbe: true } } as const

/** The app that serves the probes of an app. An app without an entry serves its own. */
const probeApps = new WeakMap<App, App>()

/**
 * Moves `/metrics`, `/healthz` and `/readyz` to a separate server, which `serve` binds to another port that
 * clients cannot reach. Call it before `metrics` and `health`.
 */
export function separateProbes(app: App, logLevel: string): void {
  const probes = createApp({ logLevel })
  probeApps.set(app, probes)
  app.addHook('onReady', async () => {
    await probes.ready()
  })
  // After the last request: until then it reports that the service is shutting down.
  app.addHook('onClose', () => probes.close())
}

export const probeAppOf = (app: App): App => probeApps.get(app) ?? app
