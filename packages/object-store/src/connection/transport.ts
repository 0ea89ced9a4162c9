import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { SilenceError } from '../failures/store-errors.js'

const mostConnections = 64
const closedCodes = new Set(['ECONNRESET', 'EPIPE'])
/** Errors of requests whose connection ended before an answer: on a kept-alive or a fresh connection. */
const endedConnections = new WeakMap<Error, 'kept' | 'fresh'>()

/**
 * Node's HTTP client with keep-alive and a timeout for silent connections. The S3 client has no timeout of
 * its own and would wait forever for a store that accepts a connection and never answers.
 */
export function timedTransport(secure: boolean, timeoutMs: number) {
  const { request, Agent } = secure ? https : http
  const agent = new Agent({ keepAlive: true, maxSockets: mostConnections })
  const timed = (...args: Parameters<typeof http.request>) => {
    const outgoing = request(...args)
    outgoing.once('socket', readInSpiteOfWriteErrors)
    outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new SilenceError(timeoutMs)))
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      if (!closedCodes.has(error.code ?? '')) return
      endedConnections.set(error, outgoing.reusedSocket ? 'kept' : 'fresh')
    })
    return outgoing
  }
  return { request: timed as typeof http.request, agent }
}

const patient = new WeakSet<Socket>()

/**
 * A store that rejects an upload answers and resets the connection while the rest of the body is being
 * sent. Node ends the connection at the first failed write, before it reads the answer that has arrived. So
 * failed writes after a reset are ignored: the reading side notices the end of the connection as well,
 * after the answer if there is one.
 */
function readInSpiteOfWriteErrors(socket: Socket): void {
  if (patient.has(socket)) return
  patient.add(socket)
  const write = socket._write.bind(socket)
  const writev = socket._writev?.bind(socket)
  socket._write = (chunk, encoding, done) => write(chunk, encoding, (error) => done(lasting(error)))
  if (writev !== undefined) {
    socket._writev = (chunks, done) => writev(chunks, (error) => done(lasting(error)))
  }
}

/** A failed TLS handshake is reported as a write error, too, and only there with its cause. */
const lasting = (error: NodeJS.ErrnoException | null | undefined) =>
  closedCodes.has(error?.code ?? '') ? null : error

/** How often an operation is repeated, by the kind of connection that ended. */
const mostRepeats = { kept: mostConnections, fresh: 1 }

/**
 * Repeats an operation if the store closed its connection, for example an idle one just when the request
 * was sent. The operation must be safe to repeat. Each repetition uses up one kept-alive connection. A
 * store that silently closes the connection after every answer could cause many repetitions; hence the
 * limit. If a fresh connection is reset before an answer, as by a busy proxy, the operation is repeated
 * once.
 */
export async function onLiveConnection<Value>(operation: () => Promise<Value>): Promise<Value> {
  const repeats = { kept: 0, fresh: 0 }
  for (;;) {
    try {
      return await operation()
    } catch (error) {
      const ended = error instanceof Error ? endedConnections.get(error) : undefined
      if (ended === undefined || repeats[ended] >= mostRepeats[ended]) throw error
      repeats[ended] += 1
    }
  }
}

/**
 * The result of an operation, unless it takes too long. The limit includes the wait for a free connection,
 * which a connection's own timeout does not. A late result is discarded.
 */
export async function inTime<Value>(
  operation: Promise<Value>,
  timeoutMs: number,
  discard: (late: Value) => void = () => undefined,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  let isLate = false
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true
      reject(new SilenceError(timeoutMs))
    }, timeoutMs)
  })
  // Ignore a failure after the timeout: the caller already has an error.
  operation.then(
    (value) => isLate && discard(value),
    () => undefined,
  )
  try {
    return await Promise.race([operation, silence])
  } finally {
    clearTimeout(timer)
  }
}
