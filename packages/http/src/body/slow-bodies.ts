import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { refuseBody } from '../errors/client-error.js'

export type BodyLimits = {
  /** Longest time without a byte of a body, ms. */
  silenceMs: number
  /** Longest time that a body may take, ms, but for those that `allowSlowBody` was said of. */
  totalMs: number
}

type Body = {
  request: IncomingMessage
  response: ServerResponse
  startMs: number
  /** Of the connection, as of `progressMs`. */
  bytesRead: number
  progressMs: number
}

const slow = new WeakSet<IncomingMessage>()

/** Lets a body take as long as it makes progress: for large ones, of callers that are known. */
export function allowSlowBody(request: IncomingMessage): void {
  slow.add(request)
}

/**
 * Refuses bodies that arrive too slowly: 408. A large upload over a slow line is fine as long as bytes
 * arrive, so Node's limit on the whole request cannot be used.
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
    // While bytes wait to be read, the service is slow, not the client.
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
    /** To be called every now and then. */
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

export type SlowBodies = ReturnType<typeof createSlowBodies>

const seconds = (ms: number): string => (ms === 1000 ? '1 second' : `${ms / 1000} seconds`)

/** Has the bodies checked while the server listens: often enough for the shortest limit. */
export function checkWhileListening(server: Server, bodies: SlowBodies, limits: BodyLimits): void {
  const everyMs = Math.min(1000, Math.ceil(Math.min(limits.silenceMs, limits.totalMs) / 4))
  server.on('listening', () => {
    const timer = setInterval(bodies.check, everyMs).unref()
    server.once('close', () => clearInterval(timer))
  })
}
