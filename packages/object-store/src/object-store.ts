import type { Readable } from 'node:stream'
import { AppError } from '@vitrine/errors'
import { Client } from 'minio'
import { createBreaker } from './breaker.js'
import { saveTo } from './download.js'
import { isMissing, translated } from './errors.js'
import { firstBytes } from './first-bytes.js'
import { inTime, onLiveConnection, timedTransport } from './transport.js'
import { type StoredFile, uploadFile } from './upload.js'

export type ObjectStoreOptions = {
  /** http(s)://host[:port] of any S3-compatible store. */
  endpoint: string
  region: string
  accessKey: string
  secretKey: string
  /** Must exist. */
  bucket: string
  /** Longest silence on a connection, ms: of the first byte, and between any two. */
  timeoutMs: number
}

/**
 * How long the signed address of one upload is good for, which the store looks at when the PUT
 * begins: a process that stood still can't store what has been removed since.
 */
const uploadUrlSeconds = 60
/** Whether the store is back is asked impatiently, and often. */
const longestProbeMs = 1000
/** As many as S3 takes in one call. */
const removedAtOnce = 1000

/** Bytes [start, end], both included, as HTTP counts them. */
export type ByteRange = { start: number; end: number }

/** One object as a list tells of it. */
export type ListedObject = { key: string; storedAtMs: number }

/** Sends the file's bytes; the object is there whole or not at all. */
export type Upload = (file: StoredFile) => Promise<void>

/**
 * Objects in one bucket. A store out of reach, or silent for too long, is an AppError
 * STORE_UNAVAILABLE; an object that isn't there is null. While the store is out of reach calls
 * fail at once; it is found to be back within 2 s.
 */
export function createObjectStore(options: ObjectStoreOptions) {
  const { bucket, timeoutMs } = options
  const { client, transport } = connect(options, timeoutMs)
  const prober = connect(options, Math.min(timeoutMs, longestProbeMs)).client
  // There is none: an answer all the same, and the cheapest that there is.
  const breaker = createBreaker({ probe: () => prober.statObject(bucket, 'probe') })
  const guard: typeof breaker = (operation) => breaker(() => onLiveConnection(operation))

  const open = (key: string, range?: ByteRange): Promise<Readable | null> =>
    translated(
      guard(async () => {
        const opening = range
          ? client.getPartialObject(bucket, key, range.start, range.end - range.start + 1)
          : client.getObject(bucket, key)
        try {
          return await inTime(opening, timeoutMs, (late) => late.destroy())
        } catch (error) {
          if (isMissing(error)) return null
          throw error
        }
      }),
    )

  const sign = async (key: string, goodForSeconds: number): Promise<Upload> => {
    const url = await client.presignedPutObject(bucket, key, goodForSeconds)
    return (file) => translated(guard(() => uploadFile(transport, url, file)))
  }

  // By the call's first version, which every store has: the second one's token for more than a
  // thousand objects is beyond s3rver.
  const listed = (prefix: string) => client.listObjects(bucket, prefix, true)

  const list = async (prefix: string): Promise<ListedObject[]> => {
    const found: ListedObject[] = []
    for await (const { name, lastModified } of listed(prefix)) {
      if (name !== undefined) found.push({ key: name, storedAtMs: lastModified?.getTime() ?? 0 })
    }
    return found
  }

  const remove = async (keys: readonly string[]): Promise<void> => {
    for (let i = 0; i < keys.length; i += removedAtOnce) {
      const failures = await client.removeObjects(bucket, keys.slice(i, i + removedAtOnce))
      const failure = failures.find((entry) => entry?.Error !== undefined)
      if (failure) throw new Error(`could not remove objects: ${failure.Error?.Message}`)
    }
  }

  /** As it lists: a project may have millions. */
  const removePrefix = async (prefix: string): Promise<void> => {
    let keys: string[] = []
    for await (const { name } of listed(prefix)) {
      if (name !== undefined) keys.push(name)
      if (keys.length < removedAtOnce) continue
      await remove(keys)
      keys = []
    }
    await remove(keys)
  }

  return {
    /** Stores a file's bytes. The object is there whole or not at all. */
    putFile: async (key: string, path: string, sizeBytes: number, contentType: string) => {
      const upload = await translated(sign(key, uploadUrlSeconds))
      await upload({ path, sizeBytes, contentType })
    },

    /**
     * Permission, taken out now, to store an object until `goodForSeconds` from now: a process that
     * stood still meanwhile can't store what has been removed since.
     */
    signUpload: (key: string, goodForSeconds: number): Promise<Upload> =>
      translated(sign(key, goodForSeconds)),

    /**
     * Opens an object for reading. Destroy the stream to stop early; it fails with
     * STORE_UNAVAILABLE's cause when the store breaks off.
     *
     * @returns null when there is no such object.
     */
    open: async (key: string, range?: ByteRange): Promise<Readable | null> => {
      const stream = await open(key, range)
      return stream && range ? firstBytes(stream, range.end - range.start + 1) : stream
    },

    /** The whole object in memory: for what is known to be small. */
    read: async (key: string): Promise<Buffer | null> => {
      const stream = await open(key)
      return stream && translated(collect(stream))
    },

    /**
     * Copies an object into a file, which is there whole or not at all.
     *
     * @returns its size, bytes, or null when there is no such object.
     * @throws besides STORE_UNAVAILABLE the file system's own errors, and the signal's reason.
     */
    download: async (key: string, path: string, signal?: AbortSignal): Promise<number | null> => {
      signal?.throwIfAborted()
      const stream = await open(key)
      return stream && saveTo(path, stream, signal)
    },

    /** Every object whose key starts with the prefix. */
    list: (prefix: string): Promise<ListedObject[]> => translated(guard(() => list(prefix))),

    /** Removes objects; one that isn't there is fine. */
    remove: (keys: readonly string[]): Promise<void> => translated(guard(() => remove(keys))),

    /** Removes every object whose key starts with the prefix; none is fine. Safe to repeat. */
    removePrefix: (prefix: string): Promise<void> => translated(guard(() => removePrefix(prefix))),

    /** Rejects unless the store answers and the bucket is there. */
    ping: async (): Promise<void> => {
      if (await translated(guard(() => inTime(client.bucketExists(bucket), timeoutMs)))) return
      throw new AppError('STORE_UNAVAILABLE', `The bucket ${bucket} does not exist.`)
    },
  }
}

export type ObjectStore = ReturnType<typeof createObjectStore>

function connect(options: ObjectStoreOptions, timeoutMs: number) {
  const { hostname, port, protocol } = new URL(options.endpoint)
  const secure = protocol === 'https:'
  const transport = timedTransport(secure, timeoutMs)
  const client = new Client({
    endPoint: hostname,
    port: port === '' ? (secure ? 443 : 80) : Number(port),
    useSSL: secure,
    region: options.region,
    accessKey: options.accessKey,
    secretKey: options.secretKey,
    pathStyle: true,
    transport,
    transportAgent: transport.agent,
    // Whoever calls decides whether to try again.
    retryOptions: { disableRetry: true },
  })
  return { client, transport }
}

async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
