/* Bare Fastify, written for speed: one route, the body in memory, no logger. */
import { readFileSync } from 'node:fs'
import { argv, env } from 'node:process'
import Fastify from 'fastify'

/** What it serves, as JSON in the file that the argument names. */
export type Served = {
  path: string
  /** In base64. */
  body: string
  headers: Readonly<Record<string, string>>
}

const served = JSON.parse(readFileSync(argv[2] ?? '', 'utf8')) as Served
const { path, headers } = served
const body = Buffer.from(served.body, 'base64')
const app = Fastify({ logger: false })

app.get('/healthz', async () => 'ok')
app.get(path, (request, reply) => {
  reply.headers(headers)
  if (headers.etag && request.headers['if-none-match'] === headers.etag)
    return reply.code(304).send()
  return reply.send(body)
})
await app.listen({ host: env.HOST ?? '127.0.0.1', port: Number(env.PORT) })
