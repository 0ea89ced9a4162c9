import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What a request begins with: a client sends its next one only after the answer, so it begins with a chunk. */
export const storeRequest = /^(?:GET|HEAD|PUT|POST|DELETE) /
/** The copy of one table, in either direction. */
export const tableCopy = /COPY /

/** A TCP proxy before a server that calls a function instead of passing on the n-th request. */
export async function createTripwire(address: string, request: RegExp) {
  const target = new URL(address)
  let left = 0
  let strike = (): void => undefined
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    client.on('data', (chunk) => {
      if (left > 0 && request.test(chunk.toString('latin1'))) {
        left -= 1
        if (left === 0) return strike()
      }
      upstream.write(chunk)
    })
    upstream.pipe(client)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(address)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    /** The given address, but through the proxy. */
    address: address.replace(target.host, url.host),
    arm: (n: number, then: () => void): void => {
      left = n
      strike = then
    },
    close: (): void => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

export type Tripwire = Awaited<ReturnType<typeof createTripwire>>
