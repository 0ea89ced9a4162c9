/* Bare Fastify, written for speed: bodies in memory, no logger. */
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { argv, env } from 'node:process'
import Fastify from 'fastify'
import type { Served } from './served.js'

const { path, file, headers, isLarge } = JSON.parse(readFileSync(argv[2] ?? '', 'utf8')) as Served
const sizeBytes = statSync(file).size
const body = isLarge ? null : readFileSync(file)
const app = Fastify({ logger: false })

app.get('/healthz', async () => 'ok')
app.get(path, (request, reply) => {
  reply.headers(headers)
  if (headers.etag && request.headers['if-none-match'] === headers.etag)
    return reply.code(304).send()
  if (body !== null) return reply.send(body)
  return reply.header('content-length', sizeBytes).send(createReadStream(file))
})
await app.listen({ host: env.HOST ?? '127.0.0.1', port: Number(env.PORT) })
