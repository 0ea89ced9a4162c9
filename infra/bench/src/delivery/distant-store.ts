import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A proxy to the object store that delays each request. Must be closed. */
export async function openDistantStore(storeUrl: string) {
  const { hostname, port } = new URL(storeUrl)
  const state = { delayMs: 0, reads: 0 }
  const server = createServer(async (incoming, response) => {
    const { method, url: path, headers } = incoming
    if (method === 'GET') state.reads += 1
    await sleep(state.delayMs)
    // The Host header is unchanged, because the signature covers it.
    const outgoing = send({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Round-trip time, ms. */
    setDelay: (delayMs: number): void => {
      state.delayMs = delayMs
    },
    reads: (): number => state.reads,
    close: (): void => {
      server.closeAllConnections()
      server.close()
    },
  }
}
