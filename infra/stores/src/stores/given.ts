import type { Store, StoreSettings } from './store.js'

/**
 * The store that the environment names.
 *
 * @returns null when S3_ENDPOINT is not set.
 * @throws a sentence that names the missing or wrong setting.
 */
export function givenStore(env: Readonly<NodeJS.ProcessEnv>): Store | null {
  const { S3_ENDPOINT } = env
  if (!S3_ENDPOINT) return null
  if (!/^https?:\/\/[^/]+\/?$/.test(S3_ENDPOINT)) {
    throw new Error('S3_ENDPOINT must be an address such as https://s3.eu-central-1.amazonaws.com')
  }
  const missing = ['S3_ACCESS_KEY', 'S3_SECRET_KEY', 'S3_BUCKET'].filter((name) => !env[name])
  if (missing.length > 0) {
    throw new Error(`S3_ENDPOINT is set in the environment; set ${missing.join(', ')} too`)
  }
  const settings: StoreSettings = {
    S3_ENDPOINT: S3_ENDPOINT.replace(/\/$/, ''),
    S3_REGION: env.S3_REGION || 'us-east-1',
    S3_ACCESS_KEY: env.S3_ACCESS_KEY ?? '',
    S3_SECRET_KEY: env.S3_SECRET_KEY ?? '',
    S3_BUCKET: env.S3_BUCKET ?? '',
  }
  return {
    name: new URL(S3_ENDPOINT).host,
    settings,
    control: null,
    [Symbol.asyncDispose]: async () => undefined,
  }
}
