import { loadConfig } from '@vitrine/config'
import type { App } from '@vitrine/http'
import { backends } from '@vitrine/testing'
import type { Test } from 'tap'
import { buildApp } from '../src/app.js'
import { Config } from '../src/config.js'

export const publicUrl = 'http://vitrine.test'
export const jwtSecret = 'a-secret-of-the-tests-and-no-one-else'

/** The whole service on the real backends, with cheap password hashes. Closed with the test. */
export async function build(t: Test, overrides: Partial<Config> = {}): Promise<App> {
  const { databaseUrl, redisUrl, s3 } = backends()
  const config = loadConfig(Config, {
    PUBLIC_URL: publicUrl,
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_ACCESS_KEY: s3.accessKey,
    S3_SECRET_KEY: s3.secretKey,
    S3_BUCKET: s3.bucket,
    JWT_SECRET: jwtSecret,
    BCRYPT_COST: '10',
  })
  // The pace of a loaded machine is not what these tests are about.
  const patient = { DATABASE_TIMEOUT_MS: 15_000, STORE_TIMEOUT_MS: 15_000 }
  const app = await buildApp({ ...config, ...patient, ...overrides })
  t.teardown(() => app.close())
  await app.ready()
  return app
}
