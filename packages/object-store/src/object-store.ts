import type { Readable } from 'node:stream'
import { AppError } from '@vitrine/errors'
import { Client } from 'minio'
import { firstBytes } from './first-bytes.js'
import { timedTransport } from './transport.js'
import { uploadFile } from './upload.js'

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

/** How long the signed address of one upload is good for. */
const uploadUrlSeconds = 900

/** Bytes [start, end], both included, as HTTP counts them. */
export type ByteRange = { start: number; end: number }

/**
 * Objects in one bucket. A store out of reach, or silent for too long, is an AppError
 * STORE_UNAVAILABLE; an object that isn't there is null.
 */
export function createObjectStore(options: ObjectStoreOptions) {
  const { hostname, port, protocol } = new URL(options.endpoint)
  const secure = protocol === 'https:'
  const { bucket } = options
  const transport = timedTransport(secure, options.timeoutMs)
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

  return {
    /** Stores a file's bytes. The object is there whole or not at all. */
    putFile: async (key: string, path: string, sizeBytes: number, contentType: string) => {
      await translated(
        (async () => {
          const url = await client.presignedPutObject(bucket, key, uploadUrlSeconds)
          await uploadFile(transport, url, { path, sizeBytes, contentType })
        })(),
      )
    },

    /**
     * Opens an object for reading. Destroy the stream to stop early; it fails with
     * STORE_UNAVAILABLE's cause when the store breaks off.
     *
     * @returns null when there is no such object.
     */
    open: async (key: string, range?: ByteRange): Promise<Readable | null> => {
      if (range === undefined) return nullWhenMissing(translated(client.getObject(bucket, key)))
      const count = range.end - range.start + 1
      const part = client.getPartialObject(bucket, key, range.start, count)
      const stream = await nullWhenMissing(translated(part))
      return stream && firstBytes(stream, count)
    },

    /** The whole object in memory: for what is known to be small, or about to be decoded. */
    read: async (key: string): Promise<Buffer | null> => {
      const stream = await nullWhenMissing(translated(client.getObject(bucket, key)))
      if (stream === null) return null
      return translated(collect(stream))
    },

    /** Removes every object whose key starts with the prefix; none is fine. Safe to repeat. */
    removePrefix: async (prefix: string): Promise<void> => {
      await translated(
        (async () => {
          const keys: string[] = []
          for await (const item of client.listObjectsV2(bucket, prefix, true)) {
            if (item.name !== undefined) keys.push(item.name)
          }
          for (let i = 0; i < keys.length; i += 1000) {
            const failures = await client.removeObjects(bucket, keys.slice(i, i + 1000))
            const failure = failures.find((entry) => entry?.Error !== undefined)
            if (failure) throw new Error(`could not remove objects: ${failure.Error?.Message}`)
          }
        })(),
      )
    },

    /** Rejects unless the store answers and the bucket is there. */
    ping: async (): Promise<void> => {
      if (await translated(client.bucketExists(bucket))) return
      throw new AppError('STORE_UNAVAILABLE', `The bucket ${bucket} does not exist.`)
    },
  }
}

export type ObjectStore = ReturnType<typeof createObjectStore>

async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const missingCodes = new Set(['NoSuchKey', 'NotFound'])

async function nullWhenMissing<Value>(operation: Promise<Value>): Promise<Value | null> {
  try {
    return await operation
  } catch (error) {
    const code = ((error as Error).cause as { code?: unknown } | undefined)?.code
    if (typeof code === 'string' && missingCodes.has(code)) return null
    throw error
  }
}

async function translated<Value>(operation: Promise<Value>): Promise<Value> {
  try {
    return await operation
  } catch (cause) {
    throw new AppError('STORE_UNAVAILABLE', 'The object store is out of reach. Try again.', {
      retryAfterSeconds: 1,
      cause,
    })
  }
}
