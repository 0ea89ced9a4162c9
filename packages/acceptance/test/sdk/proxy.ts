import { createServer, type IncomingMessage, request } from 'node:http'
import { listening } from '@vitrine/testing/listening'
import type { Test } from 'tap'
import type { Services } from '../services.js'

export type ProxyOptions = {
  /** Whether to cut the connection once the service has answered, in place of its answer. */
  cuts?: (call: string) => boolean
}

export type Proxy = {
  url: string
  /** `METHOD path` of each request. */
  calls: string[]
}

/** Both services under one address, as behind a router, which may lose answers. */
export async function startProxy(
  t: Test,
  { management, delivery: [delivery] }: Services,
  { cuts = () => false }: ProxyOptions = {},
): Promise<Proxy> {
  const calls: string[] = []
  const server = createServer((incoming, outgoing) => {
    const call = `${incoming.method} ${incoming.url?.split('?', 1)[0]}`
    calls.push(call)
    const isPublic = /^\/(?:api\/v1|embed)\b/.test(incoming.url ?? '')
    const { hostname, port } = new URL(isPublic ? delivery.url : management.url)
    const { method, url: path, headers } = incoming
    const upstream = request(
      { hostname, port, method, path, headers },
      (answer: IncomingMessage) => {
        if (cuts(call)) {
          answer.resume().once('end', () => outgoing.destroy())
          return
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    upstream.on('error', () => outgoing.destroy())
    incoming.on('error', () => upstream.destroy())
    incoming.on('close', () => {
      if (!incoming.complete) upstream.destroy()
    })
    incoming.pipe(upstream)
  })
  return { url: `http://127.0.0.1:${await listening(t, server)}`, calls }
}

/** For `cuts`: the first answers to a call are lost. */
export function firstAnswers(count: number, call: RegExp): (call: string) => boolean {
  let left = count
  return (one) => {
    if (!call.test(one) || left === 0) return false
    left -= 1
    return true
  }
}
