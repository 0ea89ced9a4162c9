import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export type Reply = { status: number; headers: IncomingHttpHeaders; body: string }

export type Call = {
  method?: string
  /** Sent as it is: `fetch` would normalise it. */
  path: string
  headers?: Readonly<Record<string, string>>
  body?: Buffer | undefined
}

type CallerOptions = {
  /** For the whole answer. */
  timeoutMs: number
  maxSockets?: number
}

/** An HTTP client with kept-alive connections of its own. */
export function createCaller({ timeoutMs, maxSockets }: CallerOptions) {
  const agent = new Agent({ keepAlive: true, ...(maxSockets !== undefined && { maxSockets }) })
  return {
    /** @throws when the connection is refused or lost, or there is no answer in time. */
    send: (base: string, { method = 'GET', path, headers = {}, body }: Call): Promise<Reply> =>
      new Promise((resolve, reject) => {
        const { hostname, port } = new URL(base)
        const length = body ? { 'content-length': String(body.length) } : {}
        const options = { agent, hostname, port, method, path, headers: { ...headers, ...length } }
        const sent = request(options, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            clearTimeout(timer)
            const { statusCode: status = 0, headers } = response
            resolve({ status, headers, body: Buffer.concat(chunks).toString() })
          })
        })
        const timer = setTimeout(
          () => sent.destroy(new Error(`no answer in ${timeoutMs} ms`)),
          timeoutMs,
        )
        sent.on('error', (error) => {
          clearTimeout(timer)
          reject(error)
        })
        sent.end(body)
      }),
    close: (): void => agent.destroy(),
  }
}

export type Caller = ReturnType<typeof createCaller>

/** The part of a call that sends JSON. */
export const json = (content: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(content)),
})
