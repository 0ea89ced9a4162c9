import { AppError } from '@vitrine/errors'
import { type App, evaluatePreconditions, preconditionFailed } from '@vitrine/http'
import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import type { ConsoleFile } from './build.js'
import { assetHeaders, pageHeaders } from './headers.js'
import { createPages } from './pages.js'
import type { StoredConsole } from './stored-console.js'

type Deps = {
  files: ReadonlyMap<string, ConsoleFile>
  /** Finds hashed files of other builds. */
  findStored: StoredConsole
  publicUrl: string
}

/** Static files, so they count for the limit of the address alone: a page loads twenty of them. */
const route = { config: { hasOwnLimit: true }, schema: { hide: true } as FastifySchema } as const

/**
 * The console: hashed files that never change, and a page for every other address, whose script shows what
 * the address names. Register it before `refuseUnknownQueries`: its addresses have the filters of lists.
 */
export function consoleRoutes(app: App, { files, findStored, publicUrl }: Deps): void {
  const pageOf = createPages(files)
  const ofPage = pageHeaders(publicUrl)

  app.get('/console', route, (_request, reply) => reply.redirect('/console/', 308))
  app.get('/console/*', route, async (request, reply) => {
    const path = (request.params as { '*': string })['*']
    if (!path.startsWith('assets/')) return send(request, reply.headers(ofPage), pageOf(path))
    const file = files.get(path) ?? (await findStored(path))
    if (file === null) throw new AppError('ROUTE_NOT_FOUND', 'There is no such file.')
    return send(request, reply.headers(assetHeaders), file)
  })
}

function send(request: FastifyRequest, reply: FastifyReply, file: ConsoleFile) {
  const acceptsBrotli = /(?:^|[\s,])br(?![\w-])(?!\s*;\s*q=0(?:\.0+)?\s*(?:,|$))/.test(
    request.headers['accept-encoding'] ?? '',
  )
  const compressed = acceptsBrotli ? file.compressed : null
  const etag = `"${file.etag}${compressed === null ? '' : '-br'}"`
  reply.headers({ etag, vary: 'Accept-Encoding', 'content-type': file.type })
  const outcome = evaluatePreconditions(request.headers, { etag })
  if (outcome === 'failed') throw preconditionFailed()
  if (outcome === 'not-modified') return reply.code(304).send()
  if (compressed !== null) return reply.header('content-encoding', 'br').send(compressed)
  return reply.send(file.bytes)
}
