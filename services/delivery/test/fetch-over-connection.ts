import { type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { App } from '@vitrine/http'
import { portOf } from './build.js'

export type Fetched = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string }

/** Sends a request over a connection. `app.inject` also checks its answer against the OpenAPI document. */
export async function fetchOverConnection(
  app: App,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method: 'GET' | 'HEAD' = 'GET',
): Promise<Fetched> {
  const port = await portOf(app)
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, headers, method, agent: false })
    sent.on('error', reject)
    sent.on('response', (answer) => {
      const { statusCode: status = 0, headers } = answer
      buffer(answer).then(
        (bytes) => resolve({ status, headers, bytes, text: bytes.toString() }),
        reject,
      )
    })
    sent.end()
  })
}

/** The Accept header of a browser that loads a page. */
export const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
