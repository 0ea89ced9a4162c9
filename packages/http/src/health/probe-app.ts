import { type App, createApp } from '../app.js'

/** The app that serves the probes of another. An app without an entry serves its own. */
const probeApps = new WeakMap<App, App>()

/**
 * Moves `/metrics`, `/healthz` and `/readyz` to a server of their own. `serve` lets it listen on another
 * port, which callers of the service cannot reach. Call it before `metrics` and `health`.
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

/** The app that the probes of this app are added to. */
export const probeAppOf = (app: App): App => probeApps.get(app) ?? app
