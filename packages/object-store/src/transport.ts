import http from 'node:http'
import https from 'node:https'

/**
 * Node's HTTP client with kept connections, which gives a silent connection up: the S3 client
 * has no timeout of its own and would wait for ever for a store that accepts and says nothing.
 */
export function timedTransport(secure: boolean, timeoutMs: number) {
  const { request, Agent } = secure ? https : http
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const timed = (...args: Parameters<typeof http.request>) => {
    const outgoing = request(...args)
    outgoing.setTimeout(timeoutMs, () => {
      outgoing.destroy(new Error(`the object store was silent for ${timeoutMs} ms`))
    })
    return outgoing
  }
  return { request: timed as typeof http.request, agent }
}
