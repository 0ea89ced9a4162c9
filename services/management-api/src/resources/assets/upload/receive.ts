import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import { AppError } from '@vitrine/contracts/errors'
import { type App, allowSlowBody } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import type { WorkFolder } from '../../../storage/work-folder.js'
import { maxTags } from '../schemas.js'
import { invalidUpload, misplacedFile, missingFile, uploadError } from './errors.js'
import { type FieldCollection, maxFieldBytes } from './fields.js'
import { cleanFilename, unescapeName } from './filename.js'
import { createSlowUploads } from './slow-uploads.js'

/** Each tag may be a separate part. */
const maxFields = maxTags + 10

export type UploadOptions = {
  maxBytes: number
  /** For the temporary files of requests. */
  workFolder: Pick<WorkFolder, 'path'>
}

/** A completely received file, on disk until it is disposed of. */
export type ReceivedFile = AsyncDisposable & {
  path: string
  filename: string
  sizeBytes: number
  sha256: Uint8Array<ArrayBuffer>
}

/** A file with the text parts of its body. */
export type Received<Fields> = ReceivedFile & { fields: Fields }

/** The routes of this scope accept only multipart bodies. */
export async function acceptUploads(scope: App, { maxBytes }: UploadOptions): Promise<void> {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _payload, done) => done(notMultipart()))
  await scope.register(multipart, {
    limits: { fileSize: maxBytes, files: 2, fields: maxFields, fieldSize: maxFieldBytes },
  })
  // The caller is authenticated, so the file may arrive slowly, as long as bytes keep arriving.
  const slow = createSlowUploads()
  scope.addHook('preHandler', async ({ user, raw }, reply) => {
    // A repeated call has no project: its answer is stored.
    const end = slow.begin(user.sub)
    if (end === null) return
    allowSlowBody(raw)
    reply.raw.once('close', end)
  })
}

/**
 * Streams the body's only file, the part `file`, to disk without buffering it in memory. If that fails or
 * the client disconnects, nothing remains on disk.
 *
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, INVALID_UPLOAD.
 */
export async function receiveUpload<Fields>(
  request: FastifyRequest,
  fields: FieldCollection<Fields>,
  { maxBytes, workFolder }: UploadOptions,
): Promise<Received<Fields>> {
  if (!request.isMultipart()) throw notMultipart()
  const path = join(await workFolder.path(), `upload-${randomUUID()}`)
  const dispose = () => rm(path, { force: true })
  try {
    return { ...(await receiveParts(request, fields, path)), path, [Symbol.asyncDispose]: dispose }
  } catch (error) {
    // A client that reads the answer only after sending everything would otherwise block forever.
    request.raw.unpipe().resume()
    await dispose()
    throw uploadError(error, maxBytes)
  }
}

async function receiveParts<Fields>(
  request: FastifyRequest,
  fields: FieldCollection<Fields>,
  path: string,
) {
  let file: Pick<ReceivedFile, 'filename' | 'sizeBytes' | 'sha256'> | undefined
  for await (const part of request.parts()) {
    // The name of a part may be missing, contrary to its type.
    part.fieldname ??= ''
    if (part.type === 'field') {
      fields.add(part)
    } else if (part.fieldname !== 'file') {
      throw invalidUpload([misplacedFile(part.fieldname, fields.has(part.fieldname))])
    } else if (file !== undefined) {
      throw invalidUpload([{ field: 'file', message: 'must come once: one file at a time' }])
    } else {
      const filename = cleanFilename(unescapeName(part.filename ?? ''))
      file = { filename, ...(await receiveFile(part.file, path)) }
    }
  }
  const problems = [...fields.problems]
  const isNamed = problems.some(({ field }) => field === 'file')
  if (file === undefined && !isNamed) problems.unshift(missingFile)
  if (file?.sizeBytes === 0) problems.unshift({ field: 'file', message: 'is empty' })
  if (file === undefined || problems.length > 0) throw invalidUpload(problems)
  return { ...file, fields: fields.parse() }
}

async function receiveFile(source: Readable, path: string) {
  const hash = createHash('sha256')
  let sizeBytes = 0
  await pipeline(
    source,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        sizeBytes += chunk.length
        yield chunk
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  )
  return { sizeBytes, sha256: new Uint8Array(hash.digest()) }
}

const notMultipart = (): AppError =>
  new AppError(
    'UNSUPPORTED_MEDIA_TYPE',
    'An upload is multipart/form-data with one file in the part named file.',
  )
