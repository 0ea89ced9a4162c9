import { Agent, request } from 'node:http'
import type { Answer } from '@vitrine/testing'

const agent = new Agent({ keepAlive: true, maxSockets: 8 })
const timeoutMs = 30_000

export type Call = {
  base: string
  method: string
  /** Sent as it is: fetch would tidy it up. */
  url: string
  headers: Record<string, string>
  body: Buffer | undefined
}

/** Sends a request and reads its answer. The body is text only where it says that it is JSON. */
export function send({ base, method, url, headers, body }: Call): Promise<Answer> {
  const { hostname, port } = new URL(base)
  const length = body === undefined ? {} : { 'content-length': String(body.length) }
  return new Promise((resolve, reject) => {
    const options = { agent, hostname, port, method, path: url, timeout: timeoutMs }
    const sent = request({ ...options, headers: { ...headers, ...length } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const contentType = response.headers['content-type']
        const status = response.statusCode ?? 0
        resolve({ method, url, status, contentType, body: Buffer.concat(chunks).toString() })
      })
    })
    sent.on('timeout', () => sent.destroy(new Error(`no answer in ${timeoutMs} ms`)))
    sent.on('error', reject)
    sent.end(body)
  })
}
