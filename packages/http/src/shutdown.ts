import type { Server } from 'node:http'
import type { App } from './app.js'

const leaving = new WeakSet<Server>()

/**
 * From now on the service is not ready, and each answer closes its connection: the client's next request
 * opens a new one, which a router sends to another replica. Requests are still answered.
 */
export function leaveRouter({ server }: App): void {
  if (leaving.has(server)) return
  leaving.add(server)
  // This runs before the handler. Node writes `Connection: close` and closes after the answer.
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
}

export const isLeavingRouter = ({ server }: App): boolean => leaving.has(server)
