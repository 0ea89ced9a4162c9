import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { SilenceError } from '../trouble/failures.js'

const mostConnections = 64
const closedCodes = new Set(['ECONNRESET', 'EPIPE'])
/** Errors of requests whose connection ended before an answer, by whether it was a kept one. */
const endedConnections = new WeakMap<Error, 'kept' | 'fresh'>()

/**
 * Node's HTTP client with kept connections, which gives a silent connection up: the S3 client
 * has no timeout of its own and would wait for ever for a store that accepts a connection and never answers.
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
 * A store that refuses an upload answers, and resets the connection on which the rest of the body
 * still comes. Node ends the connection with the first write that fails, before it reads the answer
 * that has arrived. So writes that fail by the reset are ignored: the reading side notices the end of
 * the connection as well, after the answer if there is one.
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

/** A failed handshake of TLS is an error of a write too, and the only one that names its cause. */
const lasting = (error: NodeJS.ErrnoException | null | undefined) =>
  closedCodes.has(error?.code ?? '') ? null : error

/** How many times an operation is repeated because of such connections. */
const mostRepeats = { kept: mostConnections, fresh: 1 }

/**
 * A store closes connections that lay idle, perhaps just when a request goes out on one: the
 * operation, which must be safe to repeat, is begun again then. Of one request it is known that each
 * time one kept connection less is left. Several in a row may be cut off each time, by a store that
 * closes behind every answer without saying so; hence the limit. A new connection that is reset before
 * an answer, as by a busy proxy, is worth one more try.
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
 * The outcome of an operation, if it comes in time. The time that it waits for a free connection
 * counts as well, which a connection's own timeout leaves out. What comes later is discarded.
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
  // It failed after it was given up, when its caller had already got an error.
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
