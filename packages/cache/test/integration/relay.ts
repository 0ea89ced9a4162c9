import { connect, createServer, type Socket } from 'node:net'
import { listening } from '@vitrine/testing/listening'
import type { Test } from 'tap'

/** A proxy to a server that can silently drop traffic. */
export async function relayTo(t: Test, url: string) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let accepted = 0
  const server = createServer((client) => {
    accepted += 1
    const upstream = connect(Number(port), hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy()).on('close', () => to.destroy())
    }
  })
  const own = new URL(url)
  own.hostname = '127.0.0.1'
  own.port = String(await listening(t, server))
  return {
    url: own.href,
    accepted: () => accepted,
    /** Drops all traffic on the existing connections. New connections work. */
    goDead: () => {
      for (const socket of sockets) {
        socket.unpipe()
        socket.resume()
      }
    },
  }
}
