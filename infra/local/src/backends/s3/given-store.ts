import { createObjectStore } from '@vitrine/object-store'
import type { Backends } from '../index.js'

/** The setting to correct, by the code of the store's answer. */
const advice: Readonly<Record<string, string>> = {
  NoSuchBucket: 'S3_BUCKET must name a bucket that exists',
  InvalidAccessKeyId: 'S3_ACCESS_KEY is not known there',
  SignatureDoesNotMatch: 'S3_SECRET_KEY does not belong to S3_ACCESS_KEY',
  AccessDenied: 'S3_ACCESS_KEY must be allowed to read, write and list the bucket S3_BUCKET',
  EPROTO: 'S3_ENDPOINT must begin with http:// where the store has no TLS',
  AuthorizationHeaderMalformed: 'S3_REGION must be that of the bucket',
}

/**
 * Asks a store that the environment names for what the services will need of it.
 *
 * @throws one sentence that names the setting and the store's own code.
 */
export async function checkGivenStore({
  env,
  processes,
}: Pick<Backends, 'env' | 'processes'>): Promise<void> {
  if (processes.s3.pid !== null) return
  const store = createObjectStore({
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    accessKey: env.S3_ACCESS_KEY,
    secretKey: env.S3_SECRET_KEY,
    bucket: env.S3_BUCKET,
    timeoutMs: 30_000,
  })
  try {
    // A list is refused with a code; what only asks whether the bucket exists gets a bare status.
    await store.list('no-such-prefix/')
    await store.ping()
  } catch (error) {
    const { code, message } = answerIn(error)
    const named = `the store at ${env.S3_ENDPOINT} cannot be used with the bucket ${env.S3_BUCKET}`
    const what = advice[code] ?? 'check S3_ENDPOINT and the other S3 settings'
    throw new Error(`${named}: ${message}${code === '' ? '' : ` (${code})`}; ${what}`)
  }
}

/** The store's own answer is the innermost cause. */
function answerIn(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: '', message: String(error) }
  if (error.cause instanceof Error) return answerIn(error.cause)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const message = error.message.split('\n', 1)[0] ?? ''
  return {
    code: code === 'STORE_UNAVAILABLE' ? 'NoSuchBucket' : code,
    message: message.replace(/\.$/, ''),
  }
}
