import { buffer } from 'node:stream/consumers'
import { Client } from 'minio'
import type { StoreSettings } from './stores/store.js'

/**
 * Reads the store directly and not with packages/object-store, so that it does not share the mistakes
 * of that client.
 */
export function createWitness(settings: StoreSettings) {
  const { S3_ENDPOINT, S3_BUCKET: bucket } = settings
  const { hostname, port, protocol } = new URL(S3_ENDPOINT)
  const client = new Client({
    endPoint: hostname,
    useSSL: protocol === 'https:',
    ...(port !== '' && { port: Number(port) }),
    region: settings.S3_REGION,
    accessKey: settings.S3_ACCESS_KEY,
    secretKey: settings.S3_SECRET_KEY,
    pathStyle: true,
  })
  return {
    keys: async (prefix: string): Promise<string[]> => {
      const keys: string[] = []
      for await (const { name } of client.listObjects(bucket, prefix, true)) {
        if (name !== undefined) keys.push(name)
      }
      return keys
    },
    /** null if there is no such object. */
    read: async (key: string): Promise<Buffer | null> => {
      try {
        return await buffer(await client.getObject(bucket, key))
      } catch (error) {
        if ((error as { code?: unknown }).code === 'NoSuchKey') return null
        throw error
      }
    },
    contentType: async (key: string): Promise<string> => {
      const { metaData } = await client.statObject(bucket, key)
      return String(metaData['content-type'] ?? '')
    },
    put: async (key: string, bytes: Buffer): Promise<void> => {
      await client.putObject(bucket, key, bytes, bytes.length, { 'content-type': 'image/jpeg' })
    },
  }
}

export type Witness = ReturnType<typeof createWitness>
