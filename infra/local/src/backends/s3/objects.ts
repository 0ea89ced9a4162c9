import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import {
  type FileHandle,
  mkdir,
  open,
  rename,
  rm,
  rmdir,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { keysBelow, pathOf } from './keys.js'
import { S3Error } from './xml.js'

export type Head = {
  sizeBytes: number
  /** MD5, hex. */
  etag: string
  storedAtMs: number
  /** Headers of the PUT that a GET returns. */
  headers: Readonly<Record<string, string>>
}

/** An object's file begins with its head, as JSON and spaces. The bytes of the object follow. */
const headBytes = 4096

/** A removal may remove the folder of a write, with its last object. */
const mostRetries = 100

/**
 * Objects in a folder that no other process uses. Each is one file, so a reader gets the head and the bytes of the same
 * write.
 */
export function openObjects(root: string) {
  const [folder, incoming] = [join(root, 'objects'), join(root, 'incoming')]
  // A killed process may have left writes.
  rmSync(incoming, { recursive: true, force: true })
  for (const path of [folder, incoming]) mkdirSync(path, { recursive: true, mode: 0o700 })
  const fileOf = (key: string): string => join(folder, pathOf(key))

  /** The caller closes the file. */
  const openObject = async (key: string): Promise<{ head: Head; file: FileHandle } | null> => {
    const file = await open(fileOf(key)).catch(nullIfMissing)
    if (file === null) return null
    const { buffer } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return { file, head: JSON.parse(`${buffer}`) as Head }
  }

  return {
    open: openObject,

    /**
     * Replaces the object. It is on disk when this resolves.
     *
     * @throws the error of the body; then nothing has changed.
     */
    put: async (
      key: string,
      body: AsyncIterable<Buffer>,
      headers: Head['headers'],
    ): Promise<Head> => {
      const path = join(incoming, randomUUID())
      try {
        const head = await writeObject(path, body, headers)
        await publish(path, fileOf(key))
        return head
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },

    /** Does nothing if there is no such object. */
    remove: async (key: string): Promise<void> => {
      const path = fileOf(key)
      if ((await unlink(path).catch(nullIfMissing)) === null) return
      try {
        for (let at = dirname(path); at !== folder; at = dirname(at)) await rmdir(at)
      } catch {
        // It has other objects, or was removed by another call.
      }
    },

    /** In the order of the keys' bytes. */
    list: async function* (prefix: string, after: string): AsyncGenerator<[key: string, Head]> {
      for await (const key of keysBelow(folder, prefix, after)) {
        const object = await openObject(key)
        await object?.file.close()
        if (object !== null) yield [key, object.head]
      }
    },
  }
}

export type Objects = ReturnType<typeof openObjects>

async function writeObject(
  path: string,
  body: AsyncIterable<Buffer>,
  headers: Head['headers'],
): Promise<Head> {
  const md5 = createHash('md5')
  let sizeBytes = 0
  async function* content(): AsyncGenerator<Buffer> {
    yield Buffer.alloc(headBytes, ' ')
    for await (const chunk of body) {
      md5.update(chunk)
      sizeBytes += chunk.length
      yield chunk
    }
  }
  const file = await open(path, 'wx', 0o600)
  try {
    await writeFile(file, content())
    const head = { sizeBytes, etag: md5.digest('hex'), storedAtMs: Date.now(), headers }
    const json = Buffer.from(JSON.stringify(head))
    if (json.length > headBytes) {
      throw new S3Error(400, 'MetadataTooLarge', 'The headers are too long.')
    }
    await file.write(json, 0, json.length, 0)
    await file.sync()
    return head
  } finally {
    await file.close()
  }
}

/** The bytes of an object. Closes the file. */
export const bytesOf = (file: FileHandle, { sizeBytes }: Head) =>
  file.createReadStream({ start: headBytes, end: headBytes + sizeBytes - 1 })

/** Gives a complete file its place, and makes the new names durable. */
async function publish(path: string, target: string, triesLeft = mostRetries): Promise<void> {
  const folder = dirname(target)
  let created: string | undefined
  try {
    created = await mkdir(folder, { recursive: true })
    await rename(path, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || triesLeft === 0) throw error
    return publish(path, target, triesLeft - 1)
  }
  const highest = created === undefined ? folder : dirname(created)
  for (let at = folder; at.length >= highest.length; at = dirname(at)) await syncFolder(at)
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch(nullIfMissing)
  await folder?.sync()
  await folder?.close()
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
