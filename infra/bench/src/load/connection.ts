import { connect } from 'node:net'
import { HTTPParser } from 'http-parser-js'
import type { Target } from './get.js'

export type Connection = ReturnType<typeof openConnection>

/**
 * A keep-alive connection for one request at a time, which reports only the status of a response.
 * Node's own client costs two to three times as much CPU time, on cores shared with the measured
 * server; in production clients run on other machines.
 */
export function openConnection(origin: string) {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  const parser = new HTTPParser(HTTPParser.RESPONSE)
  let isOpen = true
  let status = 0
  let tell: ((status: number) => void) | null = null

  const answered = (answeredStatus: number): void => {
    const listener = tell
    tell = null
    listener?.(answeredStatus)
  }
  const fail = (): void => {
    isOpen = false
    socket.destroy()
    answered(0)
  }

  parser[HTTPParser.kOnHeadersComplete] = (info) => {
    status = info.statusCode
    isOpen &&= info.shouldKeepAlive
  }
  parser[HTTPParser.kOnMessageComplete] = () => {
    if (!isOpen) socket.destroy()
    answered(status)
  }
  parser[HTTPParser.kOnBody] = () => undefined
  socket.on('data', (chunk) => {
    if (parser.execute(chunk) instanceof Error) fail()
  })
  // A response without a length ends with its connection.
  socket.on('end', () => {
    isOpen = false
    parser.finish()
  })
  socket.on('error', fail)
  socket.on('close', fail)

  return {
    isOpen: (): boolean => isOpen,
    /** @returns the status once the response is complete; 0 if the connection failed. */
    ask: (target: Target): Promise<number> =>
      new Promise((resolve) => {
        tell = resolve
        socket.write(requestText(target))
      }),
    close: (): void => void socket.destroy(),
  }
}

function requestText({ url, headers = {} }: Target): string {
  const { host, pathname, search } = new URL(url)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`GET ${pathname}${search} HTTP/1.1`, `host: ${host}`, ...lines, '', ''].join('\r\n')
}
