import type { App } from '@vitrine/http'

type Running = { start: () => unknown; stop: () => unknown }

/** Starts the parts when the app is ready, and stops them when it closes: the last one first. */
export function runWhileOpen(app: App, ...parts: Running[]): void {
  for (const part of parts) {
    app.addHook('onReady', async () => {
      await part.start()
    })
    app.addHook('onClose', async () => {
      await part.stop()
    })
  }
}
