import closeWithGrace from 'close-with-grace'
import type { App } from './app.js'
import { probeAppOf } from './health/probes.js'
import { leaveRouter } from './shutdown.js'

type ServeOptions = {
  host: string
  port: number
  /** The port of the probes, if `separateProbes` was called. */
  probePort?: number | undefined
  /** The time from the signal until the port is closed. */
  shutdownDelaySeconds: number
  /** Maximum time for requests in flight after that. */
  drainSeconds: number
}

const stopSignals = ['SIGTERM', 'SIGINT'] as const

/**
 * Listens until SIGTERM or SIGINT. From then on the service is not ready, but for `shutdownDelaySeconds`
 * it still answers requests, because a router needs that long to notice. A second signal ends the delay.
 * After the delay the port and idle connections are closed, requests in flight are finished, and the
 * `onClose` hooks run: exit code 0. A request that takes longer than `drainSeconds`, or that a further
 * signal interrupts, is cut off: exit code 1. An uncaught error skips the delay: exit code 1.
 */
export async function serve(app: App, options: ServeOptions): Promise<void> {
  const { host, port, probePort, shutdownDelaySeconds, drainSeconds } = options
  let delay: NodeJS.Timeout | null = null
  let isClosing = false

  const grace = closeWithGrace(
    { delay: drainSeconds * 1000, skip: [...stopSignals] },
    async ({ err, signal }) => {
      isClosing = true
      if (delay !== null) clearTimeout(delay)
      if (err) app.log.fatal({ err }, 'uncaught error, shutting down')
      else if (signal) app.log.info({ signal }, 'shutting down')
      leaveRouter(app)
      await app.close()
    },
  )

  const onSignal = (signal: NodeJS.Signals): void => {
    if (isClosing) {
      app.log.error(
        { signal },
        'another signal while shutting down, requests in flight are cut off',
      )
      process.exit(1)
    }
    app.log.info({ signal }, 'shutting down')
    if (delay !== null || shutdownDelaySeconds === 0) return void grace.close()
    leaveRouter(app)
    delay = setTimeout(() => void grace.close(), shutdownDelaySeconds * 1000)
  }
  for (const signal of stopSignals) process.on(signal, onSignal)
  // The probes first: if their port is taken, the start fails before any request is answered.
  if (probePort !== undefined) await probeAppOf(app).listen({ host, port: probePort })
  await app.listen({ host, port })
}
