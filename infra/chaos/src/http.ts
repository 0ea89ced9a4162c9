import { Agent, request } from 'node:http'

export type Reply = { status: number; body: string }

export type Call = {
  method?: string
  path: string
  headers?: Readonly<Record<string, string>>
  body?: Buffer
}

/** A caller with connections of its own, which it keeps warm. */
export function createCaller({ timeoutMs }: { timeoutMs: number }) {
  const agent = new Agent({ keepAlive: true })
  return {
    /** @throws when the connection is refused or lost, or there is no answer in time. */
    send: (base: string, { method = 'GET', path, headers = {}, body }: Call): Promise<Reply> =>
      new Promise((resolve, reject) => {
        const length = body ? { 'content-length': String(body.length) } : {}
        const options = { agent, method, headers: { ...headers, ...length } }
        const sent = request(new URL(path, base), options, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            clearTimeout(timer)
            resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() })
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

export const json = (content: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(content)),
})
