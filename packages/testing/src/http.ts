import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** The body is decoded. */
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
            try {
              const bytes = decode(Buffer.concat(chunks), headers['content-encoding'])
              resolve({ status, headers, body: bytes.toString() })
            } catch (error) {
              reject(error)
            }
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

/** @throws when the bytes are not of the encoding, or nobody knows it. */
function decode(bytes: Buffer, encoding = 'identity'): Buffer {
  if (encoding === 'identity' || bytes.length === 0) return bytes
  if (encoding === 'br') return brotliDecompressSync(bytes)
  if (encoding === 'gzip') return gunzipSync(bytes)
  throw new Error(`the answer has the unknown encoding ${encoding}`)
}

export type Caller = ReturnType<typeof createCaller>

/** The part of a call that sends JSON. */
export const json = (content: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(content)),
})
