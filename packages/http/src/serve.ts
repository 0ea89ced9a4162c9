import closeWithGrace from 'close-with-grace'
import type { App } from './app.js'

export type ServeOptions = { host: string; port: number; drainSeconds: number }

/**
 * Listens until SIGTERM or SIGINT, then drains: readiness goes off, idle connections are closed,
 * requests in flight are finished, clients (`onClose` hooks) are closed, exit code 0. What is not
 * done in time is cut off, exit code 1. An uncaught error drains too, and exits with 1.
 */
export async function serve(app: App, { host, port, drainSeconds }: ServeOptions): Promise<void> {
  closeWithGrace({ delay: drainSeconds * 1000 }, async ({ signal, err }) => {
    if (err) app.log.fatal({ err }, 'uncaught error, shutting down')
    else app.log.info({ signal }, 'shutting down')
    await app.close()
  })
  await app.listen({ host, port })
}
