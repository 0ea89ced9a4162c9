import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import { AppError } from '@vitrine/errors'
import type { App } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import { cleanFilename } from './filename.js'

export type UploadLimits = {
  maxBytes: number
  /** Folder for uploads under way. */
  directory: string
}

/** A file that has arrived whole, on disk until it is disposed of. */
export type Upload = AsyncDisposable & {
  path: string
  filename: string
  sizeBytes: number
  sha256: Uint8Array<ArrayBuffer>
  folderId: string | null
}

/** Lets the routes of this scope, and no others, take multipart bodies, and nothing else. */
export async function acceptUploads(scope: App, { maxBytes }: UploadLimits): Promise<void> {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _payload, done) => done(notMultipart()))
  await scope.register(multipart, {
    limits: { fileSize: maxBytes, files: 2, fields: 10, fieldSize: 1024, parts: 12 },
  })
}

/**
 * Streams the body's one file, the part `file`, to disk; it is never whole in memory. Nothing is
 * left behind when that fails or the client goes away.
 *
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, INVALID_UPLOAD.
 */
export async function receiveUpload(
  request: FastifyRequest,
  { maxBytes, directory }: UploadLimits,
): Promise<Upload> {
  if (!request.isMultipart()) throw notMultipart()
  const path = join(directory, `vitrine-upload-${randomUUID()}`)
  const dispose = () => rm(path, { force: true })
  try {
    return { ...(await receiveParts(request, path)), path, [Symbol.asyncDispose]: dispose }
  } catch (error) {
    // A client that sends all before it reads would wait for ever for us to take the rest.
    request.raw.unpipe().resume()
    await dispose()
    throw uploadError(error, maxBytes)
  }
}

async function receiveParts(request: FastifyRequest, path: string) {
  let file: Pick<Upload, 'filename' | 'sizeBytes' | 'sha256'> | undefined
  let folderId: string | null = null
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      if (part.fieldname !== 'file') throw invalid(`the part ${part.fieldname} must be named file`)
      if (file !== undefined) throw invalid('one file at a time')
      file = {
        filename: cleanFilename(part.filename ?? ''),
        ...(await receiveFile(part.file, path)),
      }
    } else if (part.fieldname === 'folderId') {
      folderId = part.value === '' ? null : String(part.value)
    } else {
      throw invalid(`there is no field ${part.fieldname}`)
    }
  }
  if (file === undefined) throw invalid('the part named file is missing')
  if (file.sizeBytes === 0) throw invalid('the file is empty')
  return { ...file, folderId }
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

const invalid = (what: string): AppError =>
  new AppError('INVALID_UPLOAD', `Not an upload: ${what}.`, {
    details: [{ field: 'file', message: what }],
  })

/** What the multipart plugin finds fault with, by its code. */
const faults: Record<string, string> = {
  FST_FILES_LIMIT: 'one file at a time',
  FST_FIELDS_LIMIT: 'too many parts',
  FST_PARTS_LIMIT: 'too many parts',
  FST_PROTO_VIOLATION: 'a part has a name that none can have',
  FST_INVALID_JSON_FIELD_ERROR: 'a field is not the JSON that it is said to be',
  FST_MP_PREMATURE_CLOSE: 'the body is cut off',
}

/** The multipart parser's errors that are the client's doing. */
function uploadError(error: unknown, maxBytes: number): unknown {
  if (error instanceof AppError) return error
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (code === 'FST_REQ_FILE_TOO_LARGE') {
    return new AppError('BODY_TOO_LARGE', `A file may have ${maxBytes} bytes at most.`)
  }
  const fault = faults[code]
  if (fault !== undefined) return invalid(fault)
  const broken = /unexpected end|malformed|boundary|premature|aborted/i.test(message)
  return broken ? invalid('the body is malformed or cut off') : error
}
