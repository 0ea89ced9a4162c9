import { createObjectStore } from '@vitrine/object-store'
import type { Backends } from '../start.js'

/**
 * Checks that a store configured in the environment supports the operations the services need.
 *
 * @throws a one-sentence error with the store's error code and the setting to correct.
 */
export async function checkGivenStore({
  env,
  processes,
}: Pick<Backends, 'env' | 'processes'>): Promise<void> {
  if (processes.s3.pid !== null) return
  const { S3_SESSION_TOKEN: sessionToken, S3_ADDRESSING: addressing } = process.env
  const store = createObjectStore({
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    accessKey: env.S3_ACCESS_KEY,
    secretKey: env.S3_SECRET_KEY,
    bucket: env.S3_BUCKET,
    timeoutMs: 30_000,
    ...(sessionToken && { sessionToken }),
    ...(addressing === 'virtual' && { addressing }),
  })
  try {
    await store.ping()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `the store at ${env.S3_ENDPOINT} cannot be used with the bucket ${env.S3_BUCKET}: ${reason}`,
      { cause: error },
    )
  }
}
