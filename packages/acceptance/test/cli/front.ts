import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer, json } from 'node:stream/consumers'
import { listening } from '@vitrine/testing/listening'
import type { Test } from 'tap'

type Stored = { status: number; headers: IncomingMessage['headers']; body: Buffer }

/** A router of both services with a cache, and what is wrong with it. */
export type Front = {
  readonly url: string
  management: string
  delivery: string
  /** Keeps what Cache-Control allows. */
  isCache: boolean
  /** Adds CDN-Loop to what it forwards. */
  namesItself: boolean
  /** Confirms a purge without doing it. */
  ignoresPurges: boolean
  keepsErrors: boolean
  /** Passes no tags on. */
  dropsTags: boolean
  /** How far its clock, and that of what is behind it, is ahead. */
  aheadMs: number
  /** Called for each request. */
  onRequest: (path: string) => void
}

const hopByHop = ['connection', 'keep-alive', 'transfer-encoding']

/** All is well until the test changes it. It forgets its answers when a test ends. */
export async function startFront(t: Test): Promise<Front & { reset(): void }> {
  const kept = new Map<string, Stored>()
  const fine = {
    isCache: false,
    namesItself: false,
    ignoresPurges: false,
    keepsErrors: false,
    dropsTags: false,
    aheadMs: 0,
    onRequest: (_path: string): void => undefined,
  }

  const purge = async (incoming: IncomingMessage): Promise<number> => {
    const { tags = [] } = (await json(incoming)) as { tags?: string[] }
    if (front.ignoresPurges) return 200
    for (const [address, { headers }] of kept) {
      const own = String(headers['surrogate-key']).split(' ')
      if (tags.some((tag) => own.includes(tag))) kept.delete(address)
    }
    return 200
  }

  const forward = async (incoming: IncomingMessage): Promise<Stored> => {
    const { method, url: path = '', headers } = incoming
    const { hostname, port } = new URL(
      path.startsWith('/api/v1/') ? front.delivery : front.management,
    )
    const more = front.namesItself ? { 'cdn-loop': 'front' } : {}
    const upstream = request({ hostname, port, method, path, headers: { ...headers, ...more } })
    const sent = buffer(incoming).then((body) => upstream.end(body))
    const [answer] = (await once(upstream, 'response')) as [IncomingMessage]
    await sent
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) }
  }

  const mayKeep = ({ status, headers }: Stored): boolean =>
    (front.isCache && /public.*max-age=[1-9]/.test(headers['cache-control'] ?? '')) ||
    (front.keepsErrors && status >= 400)

  const answerTo = async (incoming: IncomingMessage): Promise<Stored> => {
    const { method, url = '' } = incoming
    const known = kept.get(url)
    if (method === 'GET' && known !== undefined) return known
    const answer = await forward(incoming)
    if (method === 'GET' && url.startsWith('/api/v1/') && mayKeep(answer)) kept.set(url, answer)
    return answer
  }

  const shown = (headers: IncomingMessage['headers']): IncomingMessage['headers'] => {
    const date = new Date(Date.parse(headers.date ?? '') + front.aheadMs).toUTCString()
    const dropped = front.dropsTags ? [...hopByHop, 'cache-tag', 'surrogate-key'] : hopByHop
    const fields = Object.entries(headers).filter(([name]) => !dropped.includes(name))
    return { ...Object.fromEntries(fields), ...(front.aheadMs !== 0 && { date }) }
  }

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    front.onRequest(incoming.url ?? '')
    if (incoming.url === '/purge') {
      outgoing.writeHead(await purge(incoming)).end()
      return
    }
    const { status, headers, body } = await answerTo(incoming)
    outgoing.writeHead(status, shown(headers)).end(body)
  }

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.writeHead(502).end('Bad gateway'))
  })
  const port = await listening(t, server)
  const front: Front & { reset(): void } = {
    ...fine,
    url: `http://127.0.0.1:${port}`,
    management: '',
    delivery: '',
    reset: () => {
      kept.clear()
      Object.assign(front, fine)
    },
  }
  return front
}
