import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { listening } from '@vitrine/testing/listening'
import type { Test } from 'tap'

/** One request on a connection, as the store sees it. */
export type Incoming = {
  socket: Socket
  head: string
  /**
   * Resolves when the body has arrived up to Content-Length. Sends `100 Continue` if the client waits for
   * it, unless the test forbids that.
   */
  body: (asks?: 'asks' | 'says nothing') => Promise<Buffer>
}

/** A server that takes one request per connection and sends the raw answer of the test. */
export async function answering(t: Test, answer: (incoming: Incoming) => Promise<void> | void) {
  let requests = 0
  const server = createServer((socket) => {
    void serve(socket).then((incoming) => {
      if (incoming === null) return
      requests += 1
      return answer(incoming)
    })
  })
  const port = await listening(t, server)
  return { endpoint: `http://127.0.0.1:${port}`, requests: () => requests }
}

/** @returns null if the connection ends before the head is complete. */
async function serve(socket: Socket): Promise<Incoming | null> {
  let received: Buffer[] = []
  let sizeBytes = 0
  /** Whether the predicate held before the connection ended. */
  const until = async (isThere: () => boolean): Promise<boolean> => {
    while (!isThere()) {
      const chunk = socket.read() as Buffer | null
      if (chunk !== null) {
        received.push(chunk)
        sizeBytes += chunk.length
      } else if (socket.readableEnded || socket.destroyed) return false
      else await Promise.race(['readable', 'end', 'close'].map((name) => once(socket, name)))
    }
    return true
  }
  const joined = () => {
    received = [Buffer.concat(received)]
    return received[0] as Buffer
  }
  if (!(await until(() => joined().includes('\r\n\r\n')))) return null
  const end = joined().indexOf('\r\n\r\n') + 4
  const head = joined().subarray(0, end).toString()
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
  const body = async (asks = 'asks') => {
    const isAsked = asks === 'asks' && /expect: 100-continue/i.test(head)
    if (isAsked) socket.write('HTTP/1.1 100 Continue\r\n\r\n')
    await until(() => sizeBytes >= end + length)
    return joined().subarray(end, end + length)
  }
  return { socket, head, body }
}

export const response = (status: string, body = '', headers = '') =>
  `HTTP/1.1 ${status}\r\nContent-Length: ${body.length}\r\n${headers}\r\n${body}`

export const errorBody = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>about ${code}</Message></Error>`
