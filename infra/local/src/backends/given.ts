import type { S3Settings } from './s3/store.js'

type Env = Readonly<NodeJS.ProcessEnv>

/** @throws when the address is set but is not one of the expected schemes. */
export function givenUrl(env: Env, name: string, schemes: readonly string[]): string | null {
  const value = env[name]
  if (value === undefined || value === '') return null
  const scheme = URL.canParse(value) ? new URL(value).protocol : ''
  if (schemes.includes(scheme)) return value
  // The value is not shown: it may hold a password.
  throw new Error(`${name} in the environment is not an address that begins with ${schemes[0]}//`)
}

/** @throws when only some of the variables are set. */
export function givenS3(env: Env): S3Settings | null {
  const endpoint = givenUrl(env, 'S3_ENDPOINT', ['http:', 'https:'])
  if (endpoint === null) return null
  return {
    endpoint,
    accessKey: required(env, 'S3_ACCESS_KEY'),
    secretKey: required(env, 'S3_SECRET_KEY'),
    bucket: env.S3_BUCKET || 'vitrine',
    region: env.S3_REGION || 'us-east-1',
  }
}

function required(env: Env, name: string): string {
  const value = env[name]
  if (value) return value
  throw new Error(
    `S3_ENDPOINT is set in the environment but ${name} is not; set S3_ACCESS_KEY and S3_SECRET_KEY too, or none of them`,
  )
}
