import { loadConfig } from '@vitrine/config'
import type { App } from '@vitrine/http'
import { backendSettings, databaseUrlOf, validateResponses } from '@vitrine/testing'
import { type Test, t as wholeProcess } from 'tap'
import { type BuildOptions, buildApp } from '../src/app.js'
import { Config } from '../src/config.js'

export const publicUrl = 'http://vitrine.test'
export const jwtSecret = 'a-secret-of-the-tests-and-no-one-else'

let shared: Promise<App> | undefined

/**
 * The whole service on the real backends, with cheap password hashes. Files without settings of their own share one app
 * for each process. A test that closes, listens or needs a second replica passes settings, if only `{}`, and gets an app
 * that is closed with it. A call rejects if its answer does not match the service's OpenAPI document.
 */
export function build(
  t: Test,
  overrides?: Partial<Config>,
  logStream?: BuildOptions['logStream'],
  now?: BuildOptions['now'],
): Promise<App> {
  if (overrides !== undefined) return start(t, overrides, logStream, now)
  shared ??= start(wholeProcess, {})
  return shared
}

/** The address at which the app listens, from the first call on. */
export const listen = async (app: App): Promise<string> =>
  app.server.listening ? app.listeningOrigin : app.listen({ host: '127.0.0.1', port: 0 })

async function start(
  t: Pick<Test, 'teardown'>,
  overrides: Partial<Config>,
  logStream?: BuildOptions['logStream'],
  now?: BuildOptions['now'],
): Promise<App> {
  const config = loadConfig(Config, {
    PUBLIC_URL: publicUrl,
    LOG_LEVEL: 'silent',
    ...backendSettings('management-api'),
    JWT_SECRET: jwtSecret,
  })
  // All suites call from one address, in parallel.
  const unthrottled = {
    LOGIN_FAILURES_PER_MINUTE: 1_000_000,
    LOGINS_PER_ADDRESS_PER_MINUTE: 1_000_000,
    REGISTRATIONS_PER_ADDRESS_PER_MINUTE: 1_000_000,
    MAIL_CALLS_PER_ADDRESS: 1_000_000,
    CALLS_PER_USER_PER_MINUTE: 0,
    CALLS_PER_ADDRESS_PER_MINUTE: 0,
    ANONYMOUS_CALLS_PER_ADDRESS_PER_MINUTE: 0,
    BCRYPT_QUEUE: 10_000,
  }
  // Below the minimum of the service, to keep the suites fast.
  const cheap = { BCRYPT_COST: 4 }
  const settings = { ...config, ...unthrottled, ...cheap, ...overrides }
  const app = await buildApp(
    { ...settings, DATABASE_URL: databaseUrlOf('management-api', settings.DATABASE_URL) },
    { ...(logStream && { logStream }), ...(now && { now }) },
  )
  t.teardown(() => app.close())
  await app.ready()
  validateResponses(app, '/api/openapi.json')
  return app
}
