import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { backends, until } from '@vitrine/testing'
import { listening } from '@vitrine/testing/listening'
import type { Test } from 'tap'

export type StoreProxy = Awaited<ReturnType<typeof proxyToStore>>

/**
 * Records the requests to the object store, and holds back those for which `isSlow` is true. This simulates
 * a slow store without a clock.
 */
export async function proxyToStore(t: Test, isSlow: (sent: string) => boolean = () => true) {
  const { hostname, port } = new URL(backends().s3.endpoint)
  const requests: string[] = []
  let held: (() => void)[] = []
  let isHolding = false

  const forward = (incoming: IncomingMessage, response: ServerResponse): void => {
    const { method, url: path, headers } = incoming
    // The signature covers the Host header, so it stays.
    const outgoing = send({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  }
  const server = createServer((incoming, response) => {
    const sent = `${incoming.method} ${incoming.url?.split('?')[0]}`
    requests.push(sent)
    if (isHolding && isSlow(sent)) held.push(() => forward(incoming, response))
    else forward(incoming, response)
  })

  return {
    endpoint: `http://127.0.0.1:${await listening(t, server)}`,
    /** The requests whose path ends like this. */
    count: (method: string, end: string): number =>
      requests.filter((sent) => sent.startsWith(`${method} `) && sent.endsWith(end)).length,
    hold: (): void => {
      isHolding = true
    },
    /** Resolves when this many are held back at the same time. */
    untilHeld: (count: number) => until(async () => held.length === count),
    /** Releases the requests that are held back; later ones are held back again. */
    letThrough: (): void => {
      const waiting = held
      held = []
      for (const run of waiting) run()
    },
    /** Stops holding requests back. */
    open: (): void => {
      isHolding = false
      for (const run of held.splice(0)) run()
    },
  }
}
