import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { handleClientError } from '@vitrine/http'
import { portInUse } from '../../preflight/port.mjs'

/**
 * Listens on an address; on `localhost`, that is 127.0.0.1 and, if available, ::1.
 *
 * @returns the port, a free one if 0 was requested, and a function that closes the listeners.
 * @throws a one-sentence error if the port is in use.
 */
export async function listen(
  handler: RequestListener,
  port: number,
  host = 'localhost',
): Promise<{ port: number; close: () => void }> {
  const isLocal = host === 'localhost'
  const first = await listenOn(handler, isLocal ? '127.0.0.1' : host, port).catch(
    (error: unknown) => {
      throw isInUse(error) ? portInUse(port) : error
    },
  )
  const bound = (first.address() as AddressInfo).port
  const servers = [first]
  const close = () => {
    for (const server of servers) {
      server.close()
      server.closeAllConnections()
    }
  }
  if (!isLocal) return { port: bound, close }
  try {
    servers.push(await listenOn(handler, '::1', bound))
  } catch (error) {
    if (isInUse(error)) {
      close()
      throw portInUse(bound)
    }
    // Without IPv6, localhost is only 127.0.0.1.
  }
  return { port: bound, close }
}

const isInUse = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EADDRINUSE'

const serverOptions = {
  // Same as the services: longer than the idle timeout of clients and load balancers.
  keepAliveTimeout: 65_000,
  // The services limit bodies. Without this limit Node has none on headers unless one is set, too.
  requestTimeout: 0,
  headersTimeout: 30_000,
}

function listenOn(handler: RequestListener, host: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(serverOptions, handler).on('clientError', handleClientError)
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })
}
