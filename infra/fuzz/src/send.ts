import type { Answer } from '@vitrine/testing'
import { createCaller } from '@vitrine/testing/http'

const caller = createCaller({ timeoutMs: 30_000, maxSockets: 8 })

export type Call = {
  base: string
  method: string
  url: string
  headers: Record<string, string>
  body: Buffer | undefined
}

export async function send({ base, method, url, headers, body }: Call): Promise<Answer> {
  const reply = await caller.send(base, { method, path: url, headers, body })
  const contentType = reply.headers['content-type']
  return { method, url, status: reply.status, contentType, body: reply.body }
}
