import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pLimit from 'p-limit'
import type { FilesystemStore, S3Object } from 's3rver'

type Options = {
  /** Files on their way; on the same file system as the objects, but not among them. */
  incoming: string
}

/** Objects that all lists together look at, at a time. Each takes two open files. */
const listedAtOnce = 50

/**
 * What every S3 store promises and s3rver's files do not: an object is there whole or not at all,
 * with the answer and not after it; and calls at the same time do not disturb each other.
 */
export function actAsS3(files: FilesystemStore, { incoming }: Options): void {
  const inTurn = createTurns()
  const remove = files.deleteObject.bind(files)
  const get = files.getObject.bind(files)
  const list = listing(files, inTurn)

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

  // Its files are more than one: while they are replaced, it would give some of each object.
  files.getObject = (bucket, key, options) => inTurn(key, () => get(bucket, key, options))

  // Having removed an object, it removes the folders that are empty now. That another delete was
  // faster, or another object has come meanwhile, is no reason to answer 500.
  files.deleteObject = (bucket, key) =>
    remove(bucket, key).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' && error.code !== 'ENOTEMPTY') throw error
    })

  // It looks at each file that it found in a folder, and may be too late.
  files.listObjects = (bucket, options) => whileFoldersGo(() => list(bucket, options))
}

/**
 * s3rver opens the files of a whole list at once: a thousand objects are two thousand open files,
 * and some lists at a time are more than a process may have.
 */
function listing(files: FilesystemStore, inTurn: Turns): FilesystemStore['listObjects'] {
  const limit = pLimit(listedAtOnce)
  const bounded: FilesystemStore = Object.create(files)
  bounded.getMetadata = (bucket, key) =>
    limit(() => inTurn(key, () => files.getMetadata(bucket, key)))
  return files.listObjects.bind(bounded)
}

type Turns = ReturnType<typeof createTurns>

/** Runs tasks of one key one after the other. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return async <Value>(key: string, run: () => Promise<Value>): Promise<Value> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(run, run)
    last.set(key, turn)
    try {
      return await turn
    } finally {
      if (last.get(key) === turn) last.delete(key)
    }
  }
}

/** @throws when the sender broke off. */
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

/** Runs it again where a delete at the same time took something away from under it. */
async function whileFoldersGo<Value>(run: () => Promise<Value>, tries = 1): Promise<Value> {
  try {
    return await run()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === mostTries) throw error
    return whileFoldersGo(run, tries + 1)
  }
}
