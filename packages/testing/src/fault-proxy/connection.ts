import { connect, type Socket } from 'node:net'
import type { Direction, Fault } from './fault.js'
import { createPipe } from './pipe.js'

type ConnectionOptions = {
  client: Socket
  target: { host: string; port: number }
  fault: Fault
  onChunk: (direction: Direction, chunk: Buffer) => void
  onClose: () => void
  random: () => number
}

/** A client, its server, and a pipe in each direction. */
export function createConnection(options: ConnectionOptions) {
  const { client, target, onChunk, onClose, random } = options
  const server = connect({ ...target, allowHalfOpen: true, noDelay: true })
  client.setNoDelay(true)

  const reset = (): void => {
    for (const socket of [client, server]) resetSocket(socket)
  }
  const toServer = createPipe({
    direction: 'toServer',
    source: client,
    sink: server,
    onChunk,
    reset,
    random,
  })
  const toClient = createPipe({
    direction: 'toClient',
    source: server,
    sink: client,
    onChunk,
    reset,
    random,
  })
  const pipes = [toServer, toClient]

  /** One side has closed. The other one learns of it now, or when the link passes it on again. */
  const onGone = (pipe: typeof toServer, other: Socket) => {
    if (client.destroyed && server.destroyed) {
      for (const each of pipes) each.close()
      onClose()
    } else if (pipe.tells() && !other.writableEnded) reset()
  }
  // An error is always followed by `close`, which handles it.
  client.on('error', () => undefined).on('close', () => onGone(toServer, server))
  server.on('error', () => undefined).on('close', () => onGone(toClient, client))

  const setFault = (fault: Fault): void => {
    if (fault.kind === 'cut') reset()
    for (const pipe of pipes) pipe.setFault(fault)
    const isHalfGone = client.destroyed !== server.destroyed
    if (isHalfGone && (client.destroyed ? toServer : toClient).tells()) reset()
  }
  setFault(options.fault)
  return { setFault, reset }
}

/** Node leaks a socket that is reset while it is ending, and then never exits. */
function resetSocket(socket: Socket): void {
  if (socket.destroyed) return
  if (socket.connecting || socket.writableEnded) socket.destroy()
  else socket.resetAndDestroy()
}

export type Connection = ReturnType<typeof createConnection>
