import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { App } from '@vitrine/http'

type Call = { method: string; url: string; token: string; contentType: string; body: Buffer }
type Answer = { status: number; code: string | undefined }

/** A call whose body is incomplete. */
export type SlowCall = {
  /** Sends the rest of the body. Call it once. */
  finish(): Promise<Answer>
}

/**
 * Makes calls over the network whose bodies are sent in two parts. The promise resolves when the service
 * reads the body, after it has checked the token and the role.
 */
export async function slowCalls(app: App) {
  const reading = new Map<string, () => void>()
  await app.listen({ port: 0, host: '127.0.0.1' })
  app.server.prependListener('request', (incoming: IncomingMessage) => {
    incoming.on('newListener', (event) => {
      if (event === 'data') reading.get(String(incoming.headers['x-request-id']))?.()
    })
  })
  const { port } = app.server.address() as AddressInfo

  return async ({ method, url, token, contentType, body }: Call): Promise<SlowCall> => {
    const id = randomUUID()
    const outgoing = request({
      ...{ host: '127.0.0.1', port, method, path: url, agent: false },
      headers: {
        'x-request-id': id,
        authorization: `Bearer ${token}`,
        'content-type': contentType,
        'content-length': body.length,
      },
    })
    const answer = once(outgoing, 'response').then(async ([response]): Promise<Answer> => {
      const content = await text(response)
      const { code } = content === '' ? { code: undefined } : JSON.parse(content)
      return { status: response.statusCode, code }
    })
    const isRead = new Promise<void>((resolve) => reading.set(id, resolve))
    outgoing.write(body.subarray(0, 1))
    await Promise.race([isRead, answer])
    reading.delete(id)
    return {
      finish: () => {
        outgoing.end(body.subarray(1))
        return answer
      },
    }
  }
}
