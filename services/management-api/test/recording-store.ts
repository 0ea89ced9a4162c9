import { createServer, request as forward } from 'node:http'
import { backends } from '@vitrine/testing'
import { listening } from '@vitrine/testing/listening'
import type { Test } from 'tap'

/**
 * A proxy to the object store that records every write and can hold requests back. Requests are forwarded
 * unchanged, including the Host header, so their signatures stay valid.
 */
export async function recordStore(
  t: Test,
  /** Called for each write, which is delayed until it resolves. */
  onWrite: (line: string) => Promise<void> = async () => undefined,
) {
  const written: string[] = []
  const lists: string[] = []
  const prefixes: string[] = []
  let gate = Promise.resolve()
  let open = () => {}
  let counted = ''
  let waiting = 0
  let mostAtOnce = 0

  const pass = async (url: string): Promise<void> => {
    const count = url.includes(counted) ? 1 : 0
    waiting += count
    mostAtOnce = Math.max(mostAtOnce, waiting)
    await gate
    waiting -= count
  }
  const server = createServer(async (incoming, answer) => {
    const { method, headers, url = '/' } = incoming
    await pass(url)
    const line = `${method} ${url.split('?')[0]}`
    if (method !== 'GET' && method !== 'HEAD') {
      written.push(line)
      await onWrite(line)
    } else if (url.includes('prefix=')) {
      lists.push(line)
      prefixes.push(new URL(url, 'http://store').searchParams.get('prefix') ?? '')
    }
    const outgoing = forward(new URL(url, backends().s3.endpoint), { method, headers })
    outgoing.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    incoming.pipe(outgoing)
  })
  const port = await listening(t, server)
  t.teardown(() => open())
  return {
    /** The value for S3_ENDPOINT. */
    endpoint: `http://127.0.0.1:${port}`,
    /** `PUT /bucket/key` of every write so far. */
    written,
    /** Every list request so far. */
    lists,
    /** The prefix of each of them. */
    prefixes,
    /**
     * Holds all requests back until `release`. `waiting` and `mostAtOnce` count those whose address
     * contains `part`.
     */
    hold: (part = ''): void => {
      counted = part
      mostAtOnce = 0
      gate = new Promise((resolve) => {
        open = resolve
      })
    },
    release: (): void => open(),
    /** Counted requests that are held back now. */
    waiting: () => waiting,
    /** The maximum of `waiting` since the last `hold`. */
    mostAtOnce: () => mostAtOnce,
  }
}
