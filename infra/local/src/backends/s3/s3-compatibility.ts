import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FilesystemStore, S3Object } from 's3rver'
import { createKeyedMutex } from './keyed-mutex.js'
import { createListing } from './listing.js'

type Options = {
  /** Temporary files of uploads; on the same file system as the objects but outside the bucket. */
  incoming: string
  /** Whether the current request is a HEAD. */
  isHead: () => boolean
}

/**
 * Adds guarantees of S3 that s3rver's file store lacks: writes are atomic and complete before the
 * response, and concurrent calls do not interfere with each other.
 */
export function addS3Guarantees(files: FilesystemStore, { incoming, isHead }: Options): void {
  const inTurn = createKeyedMutex()
  const remove = files.deleteObject.bind(files)
  const get = files.getObject.bind(files)
  const list = createListing(files, inTurn)

  files.putObject = async ({ bucket, key, content, metadata }) => {
    const path = join(incoming, randomUUID())
    try {
      const { size, md5 } = await receive(content, path)
      const target = files.getResourcePath(bucket, key, 'object')
      const replace = async () => {
        await mkdir(dirname(target), { recursive: true })
        await files.putMetadata(bucket, key, metadata, md5)
        await rename(path, target)
      }
      await inTurn(key, () => whileFoldersGo(replace))
      return { size, md5 }
    } finally {
      await rm(path, { force: true })
    }
  }

  // An object consists of several files; a read during a write would mix two versions.
  files.getObject = (bucket, key, options) => inTurn(key, () => get(bucket, key, options))

  // s3rver removes empty folders after a delete. This may fail because of a concurrent delete or
  // write, which must not cause a 500.
  files.deleteObject = (bucket, key) =>
    remove(bucket, key).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' && error.code !== 'ENOTEMPTY') throw error
    })

  // s3rver answers HEAD of a bucket as GET: it would list a thousand objects for an answer without a
  // body. A listed file may be deleted before s3rver inspects it.
  files.listObjects = async (bucket, options) =>
    isHead() ? nothing : whileFoldersGo(() => list(bucket, options))
}

const nothing = { objects: [], commonPrefixes: [], isTruncated: false }

/** @throws if the upload is aborted. */
async function receive(content: S3Object['content'], path: string) {
  const digest = createHash('md5')
  let size = 0
  await mkdir(dirname(path), { recursive: true })
  await pipeline(
    content,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        digest.update(chunk)
        size += chunk.length
        yield chunk
      }
    },
    createWriteStream(path),
  )
  return { size, md5: digest.digest('hex') }
}

const mostTries = 10

/** Retries if a concurrent delete has removed a file or folder. */
async function whileFoldersGo<Value>(run: () => Promise<Value>, tries = 1): Promise<Value> {
  try {
    return await run()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === mostTries) throw error
    return whileFoldersGo(run, tries + 1)
  }
}
