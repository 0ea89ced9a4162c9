import { createServer } from 'node:http'
import { listening } from '@vitrine/testing/listening'
import type { Test } from 'tap'

export type Heard = {
  method: string
  path: string
  headers: Record<string, unknown>
  body: unknown
}
export type VendorAnswer = { status?: number; headers?: Record<string, string>; body?: unknown }

/** A stand-in of the interface that takes a vendor's purges. It answers as told, the last one for all further calls. */
export async function startVendor(t: Test, ...answers: VendorAnswer[]) {
  const heard: Heard[] = []
  const vendor = { answers }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { method = '', url: path = '', headers } = request
    heard.push({ method, path, headers, body: text === '' ? null : JSON.parse(text) })
    const {
      status = 200,
      headers: fields = {},
      body = {},
    } = (vendor.answers.length > 1 ? vendor.answers.shift() : vendor.answers[0]) ?? {}
    response.writeHead(status, fields).end(JSON.stringify(body))
  })
  const url = `http://127.0.0.1:${await listening(t, server)}`
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  /** Answers like this from now on. */
  const answer = (next: VendorAnswer) => {
    vendor.answers = [next]
  }
  return { heard, stop, answer, url }
}
