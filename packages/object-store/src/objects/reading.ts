import type { IncomingMessage } from 'node:http'
import type { StoreClient } from '../connection/client.js'
import { type Description, describe } from '../connection/metadata.js'
import { inTime } from '../connection/transport.js'
import { translated } from '../failures/errors.js'
import type { Guard } from '../failures/guard.js'
import { isMissing } from '../failures/store-errors.js'
import { collect, type Saved, type SaveOptions, saveTo } from './download.js'

export type Downloaded = Saved & Description
type InMemory = { bytes: Buffer } & Description

type Deps = { client: StoreClient; bucket: string; timeoutMs: number; guard: Guard }

export function createReading({ client, bucket, timeoutMs, guard }: Deps) {
  const request = async (key: string): Promise<IncomingMessage | null> => {
    const opening = client.getObject(bucket, key)
    try {
      // The client returns the raw answer, whose headers contain the metadata.
      return (await inTime(opening, timeoutMs, (late) => late.destroy())) as IncomingMessage
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  const open = (key: string): Promise<IncomingMessage | null> =>
    translated(guard('read', () => request(key)))

  const get = async (
    key: string,
    { atMostBytes }: Pick<SaveOptions, 'atMostBytes'> = {},
  ): Promise<InMemory | null> => {
    const stream = await open(key)
    if (stream === null) return null
    const bytes = await translated(collect(stream, atMostBytes))
    return { bytes, ...describe(stream) }
  }

  return {
    /** The bytes of a whole object, in memory: for small objects. null if it does not exist. */
    read: async (key: string): Promise<Buffer | null> => (await get(key))?.bytes ?? null,

    /** Does the same as `read` and returns the object's metadata, too. */
    get,

    /**
     * Copies an object into a file, which is complete or does not exist.
     *
     * @returns null when there is no such object.
     * @throws besides STORE_UNAVAILABLE the file system's own errors, and the signal's reason.
     */
    download: async (
      key: string,
      path: string,
      options: SaveOptions = {},
    ): Promise<Downloaded | null> => {
      options.signal?.throwIfAborted()
      const stream = await open(key)
      if (stream === null) return null
      return { ...(await saveTo(path, stream, options)), ...describe(stream) }
    },
  }
}
