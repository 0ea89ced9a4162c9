import type { ObjectChecksums } from '@vitrine/contracts'
import { AppError } from '@vitrine/contracts/errors'
import { type App, evaluatePreconditions, preconditionFailed } from '@vitrine/http'
import type { ObjectStore } from '@vitrine/object-store'
import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { runWhileOpen } from '../lifecycle.js'
import { type ConsoleFile, indexPath, readConsole } from './build.js'
import { assetHeaders, pageHeaders } from './headers.js'
import { createStoredConsole, type StoredConsole } from './stored-console.js'
import { createConsoleStoring } from './storing.js'

type Deps = {
  files: ReadonlyMap<string, ConsoleFile>
  /** Finds hashed files of other builds. */
  findStored: StoredConsole
  publicUrl: string
}

/** Static files, so they count for the limit of the address alone: a page loads twenty of them. */
const route = { config: { hasOwnLimit: true }, schema: { hide: true } as FastifySchema } as const

/**
 * The console: hashed files that never change, and a page for every other address but names of files, whose script
 * shows what the address names. Register it before `refuseUnknownQueries`: its addresses have the filters of lists.
 */
export function consoleRoutes(app: App, { files, findStored, publicUrl }: Deps): void {
  const pageOf = createPages(files)
  const ofPage = pageHeaders(publicUrl)

  app.get('/console', route, (_request, reply) => reply.redirect('/console/', 308))
  app.get('/console/*', route, async (request, reply) => {
    const path = (request.params as { '*': string })['*']
    if (!path.startsWith('assets/')) {
      if (namesFile.test(path)) throw noFile()
      return send(request, reply.headers(ofPage), pageOf(path))
    }
    const file = files.get(path) ?? (await findStored(path))
    if (file === null) throw noFile()
    return send(request, reply.headers(assetHeaders), file)
  })
}

type ConsoleDeps = { store: ObjectStore; checksums: ObjectChecksums; publicUrl: string }

/** The console of this build, and hashed files of other builds. Its own are stored when the app starts. */
export function serveConsole(app: App, { store, checksums, publicUrl }: ConsoleDeps): void {
  const files = readConsole()
  const warn = (err: unknown, message: string) => app.log.warn({ err }, message)
  runWhileOpen(app, createConsoleStoring({ files, store, checksums, warn }))
  const refuse = (object: string) =>
    app.log.error({ object }, 'a file of the console in the bucket is not the one that was stored')
  const findStored = createStoredConsole({ store, checksums, refuse })
  consoleRoutes(app, { files, findStored, publicUrl })
}

/** No address of the console has a dot at the beginning of a part, or in the last part. */
const namesFile = /(?:^|\/)\.|\.[^/]*$/

const noFile = () => new AppError('ROUTE_NOT_FOUND', 'There is no such file.')

const anyOne = /^\$/

/** Whether a path has the form of an address of the console: `p/$projectId/library`. */
function matches(address: readonly string[], path: readonly string[]): boolean {
  if (address.length !== path.length) return false
  return address.every((part, index) => part === path[index] || (anyOne.test(part) && path[index]))
}

/**
 * Finds the page of a path. All pages are the same but for their heads, which name the files that the address
 * needs, so that the browser loads them at once. A path that no page has gets the one without those files.
 */
function createPages(files: ReadonlyMap<string, ConsoleFile>): (path: string) => ConsoleFile {
  const index = files.get(indexPath)
  if (index === undefined) throw new Error(`the console has no ${indexPath}`)
  const pages = [...files.values()].flatMap((file) =>
    (file.addresses ?? []).map((address) => ({ address: address.split('/'), file })),
  )
  return (path) => {
    const parts = path.split('/')
    return pages.find(({ address }) => matches(address, parts))?.file ?? index
  }
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
