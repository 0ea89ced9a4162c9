import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { Test } from 'tap'

/** A server on a free port. Its connections are closed with the test. */
export async function listening(t: Test, onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    onConnection(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return server.address() as { port: number }
}
