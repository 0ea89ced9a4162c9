import { type App, createApp } from '../app.js'

/** What serves the probes of an app; an app without an entry serves them itself. */
const probeApps = new WeakMap<App, App>()

/**
 * Gives `/metrics`, `/healthz` and `/readyz` a server of their own, which `serve` lets listen on
 * another port, where callers of the service cannot read them. Before `metrics` and `health`.
 */
export function separateProbes(app: App, logLevel: string): void {
  const probes = createApp({ logLevel })
  probeApps.set(app, probes)
  app.addHook('onReady', async () => {
    await probes.ready()
  })
  // After the last request: until then it tells that the service is shutting down.
  app.addHook('onClose', () => probes.close())
}

/** Where the probes of an app are: itself, if nothing else. */
export const probeAppOf = (app: App): App => probeApps.get(app) ?? app
