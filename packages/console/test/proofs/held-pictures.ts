import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

export type HoldingProxy = Awaited<ReturnType<typeof startHoldingProxy>>

const isPicture = /^\/api\/v1\/deliver\//

/** A proxy that holds requests for pictures, from `hold` on, until they are released. */
export async function startHoldingProxy(t: Test, target: { port: number }) {
  let isHolding = false
  const held: (() => void)[] = []
  const arrived: string[] = []
  const server = createServer((incoming, answer) => {
    arrived.push(`${incoming.method} ${incoming.url}`)
    const pass = () => forward(target.port, incoming, answer)
    if (isHolding && isPicture.test(incoming.url ?? '')) held.push(pass)
    else pass()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** The requests that have arrived, such as `GET /console`. */
    arrived,
    hold: (): void => {
      isHolding = true
    },
    held: (): number => held.length,
    releaseOne: (): void => held.shift()?.(),
    release: (): void => {
      isHolding = false
      for (const pass of held.splice(0)) pass()
    },
  }
}

function forward(port: number, incoming: IncomingMessage, answer: ServerResponse): void {
  const { method, url, headers } = incoming
  const outgoing = request({ port, method, path: url, headers }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.rawHeaders)
    response.pipe(answer)
  })
  outgoing.on('error', () => answer.destroy())
  answer.on('close', () => outgoing.destroy())
  incoming.pipe(outgoing)
}
