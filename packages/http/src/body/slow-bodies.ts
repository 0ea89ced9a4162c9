import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { refuseBody } from '../errors/client-error.js'

export type BodyLimits = {
  /** Maximum time without receiving a byte of the body, ms. */
  silenceMs: number
  /** Maximum time for a body to arrive, ms, unless `allowSlowBody` was called for its request. */
  totalMs: number
}

type Body = {
  request: IncomingMessage
  response: ServerResponse
  startMs: number
  /** `bytesRead` of the connection at `progressMs`. */
  bytesRead: number
  progressMs: number
}

const slow = new WeakSet<IncomingMessage>()

/**
 * Exempts a body from the total limit while it makes progress. For large uploads of authenticated callers.
 */
export function allowSlowBody(request: IncomingMessage): void {
  slow.add(request)
}

/**
 * Rejects bodies that arrive too slowly with 408. A large upload over a slow connection is accepted as long
 * as bytes keep arriving, so Node's limit for the whole request cannot be used.
 *
 * @param nowMs a monotonic clock.
 */
export function createSlowBodies(
  limits: BodyLimits,
  nowMs: () => number = () => performance.now(),
) {
  const bodies = new Set<Body>()

  const problemOf = (body: Body): string | null => {
    const { request, startMs } = body
    const { bytesRead } = request.socket
    // If received bytes have not been read, the service is slow, not the client.
    if (bytesRead !== body.bytesRead || request.readableLength > 0) {
      Object.assign(body, { bytesRead, progressMs: nowMs() })
    }
    if (nowMs() - body.progressMs >= limits.silenceMs) {
      return `No byte of the body arrived for ${seconds(limits.silenceMs)}.`
    }
    if (!slow.has(request) && nowMs() - startMs >= limits.totalMs) {
      return `The body took longer than ${seconds(limits.totalMs)}.`
    }
    return null
  }

  return {
    /** Watches the body of a request, if it has one, until it is complete. */
    watch: (request: IncomingMessage, response: ServerResponse): void => {
      const { headers, socket } = request
      const length = headers['content-length']
      if (headers['transfer-encoding'] === undefined && (length === undefined || length === '0')) {
        return
      }
      const { bytesRead } = socket
      bodies.add({ request, response, startMs: nowMs(), bytesRead, progressMs: nowMs() })
    },
    /** Call it periodically. */
    check: (): void => {
      for (const body of bodies) {
        const isOver = body.request.complete || body.request.socket.destroyed
        const message = isOver ? null : problemOf(body)
        if (isOver || message !== null) bodies.delete(body)
        if (message !== null) refuseBody(body.response, { code: 'REQUEST_TIMEOUT', message })
      }
    },
    count: (): number => bodies.size,
  }
}

type SlowBodies = ReturnType<typeof createSlowBodies>

const seconds = (ms: number): string => (ms === 1000 ? '1 second' : `${ms / 1000} seconds`)

/** Checks the bodies while the server listens, often enough for the shortest limit. */
export function checkWhileListening(server: Server, bodies: SlowBodies, limits: BodyLimits): void {
  const everyMs = Math.min(1000, Math.ceil(Math.min(limits.silenceMs, limits.totalMs) / 4))
  server.on('listening', () => {
    const timer = setInterval(bodies.check, everyMs).unref()
    server.once('close', () => clearInterval(timer))
  })
}
