import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { backends } from '@vitrine/testing'
import type { Test } from 'tap'

export type Link = {
  /** S3_ENDPOINT of an app that is to use it. */
  endpoint: string
  /** Connections that were opened. */
  connections(): number
  /**
   * `mute`: connections are accepted but not answered. `cut`: none are accepted, and open ones are closed.
   */
  set(state: 'open' | 'mute' | 'cut'): void
  /** From now on a connection is closed after this many more bytes were received on it. */
  cutAfter(bytes: number): void
}

/** A connection to the object store that can be made to fail. */
export async function linkToStore(t: Test): Promise<Link> {
  const { hostname, port } = new URL(backends().s3.endpoint)
  const sockets = new Set<Socket>()
  let state = 'open'
  let connections = 0
  let leftBytes = Number.POSITIVE_INFINITY
  const server = createServer((client) => {
    connections += 1
    if (state === 'cut') return void client.destroy()
    const store = connect(Number(port), hostname)
    for (const [socket, other] of [
      [client, store],
      [store, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy()).on('close', () => other.destroy())
    }
    client.on('data', (chunk) => state === 'open' && store.write(chunk))
    store.on('data', (chunk) => {
      if (state !== 'open') return
      client.write(chunk.subarray(0, leftBytes))
      leftBytes -= chunk.length
      if (leftBytes <= 0) client.end(() => client.destroy())
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  t.teardown(() => {
    destroyAll()
    server.close()
  })
  return {
    endpoint: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    connections: () => connections,
    set: (next) => {
      state = next
      if (next === 'cut') destroyAll()
    },
    cutAfter: (bytes) => {
      leftBytes = bytes
    },
  }
}
