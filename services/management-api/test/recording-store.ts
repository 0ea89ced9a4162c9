import { once } from 'node:events'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { backends } from '@vitrine/testing'
import type { Test } from 'tap'

/**
 * A way to the object store that keeps count of what is written. Requests go on as they are,
 * Host header included, so that their signatures stay valid.
 */
export async function recordStore(
  t: Test,
  /** Called with each write, which is held up until it resolves. */
  onWrite: (line: string) => Promise<void> = async () => undefined,
) {
  const written: string[] = []
  const server = createServer(async (incoming, answer) => {
    const { method, headers, url = '/' } = incoming
    if (method !== 'GET' && method !== 'HEAD') {
      const line = `${method} ${url.split('?')[0]}`
      written.push(line)
      await onWrite(line)
    }
    const outgoing = forward(new URL(url, backends().s3.endpoint), { method, headers })
    outgoing.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    incoming.pipe(outgoing)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return {
    /** For S3_ENDPOINT. */
    endpoint: `http://127.0.0.1:${port}`,
    /** `PUT /bucket/key` of every write so far. */
    written,
  }
}
