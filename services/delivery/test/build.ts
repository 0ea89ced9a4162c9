import { loadConfig } from '@vitrine/config'
import type { App } from '@vitrine/http'
import { backendSettings, databaseUrlOf, until, validateResponses } from '@vitrine/testing'
import inject, { type DispatchFunc, type InjectOptions } from 'light-my-request'
import type { Test } from 'tap'
import { type BuildOptions, buildApp } from '../src/app.js'
import { Config } from '../src/config.js'

export const publicUrl = 'http://vitrine.test'

/** Unreachable dependencies. Nothing listens on port 1, so connections are refused at once. */
export const dead = {
  postgres: { DATABASE_URL: 'postgresql://vitrine@127.0.0.1:1/vitrine' },
  redis: { REDIS_URL: 'redis://127.0.0.1:1' },
  store: { S3_ENDPOINT: 'http://127.0.0.1:1' },
} as const satisfies Record<string, Partial<Config>>

/**
 * An instance of delivery on the backends of the test run, closed with the test. `inject` rejects if the
 * OpenAPI document does not have the answer.
 */
export async function build(t: Test, overrides: Partial<Config> = {}, options: BuildOptions = {}) {
  const config = loadConfig(Config, {
    PUBLIC_URL: publicUrl,
    LOG_LEVEL: 'silent',
    ...backendSettings('delivery'),
    DATABASE_POOL_SIZE: '4',
    // Otherwise an instance that is not closed delays every writer without Redis, in other suites too.
    REDIS_GRACE_SECONDS: '0',
    // All suites share one address and one Redis.
    RATE_LIMIT_PER_KEY: '0',
    RATE_LIMIT_PER_ADDRESS: '0',
    RENDER_LIMIT_PER_ADDRESS: '0',
    EVENT_LIMIT_PER_KEY: '0',
    EVENT_LIMIT_PER_ADDRESS: '0',
  })
  const settings = { ...config, ...overrides }
  const DATABASE_URL = databaseUrlOf('delivery', settings.DATABASE_URL)
  const app = await buildApp({ ...settings, DATABASE_URL }, options)
  t.teardown(() => app.close())
  injectAtServer(app, {
    waits: overrides.DATABASE_URL !== dead.postgres.DATABASE_URL,
    needsRedis: overrides.REDIS_URL !== dead.redis.REDIS_URL,
  })
  validateResponses(app, '/api/v1/openapi.json')
  return app
}

/**
 * Makes `app.inject` go through the server, like a message from the network; Fastify's own `inject`
 * bypasses it. An app that `waits` gets no request before it is ready, as behind a router, and has reached
 * Redis if it `needsRedis`: a cache or a lock that is not there yet changes what an app does.
 */
function injectAtServer(app: App, { waits, needsRedis }: Record<'waits' | 'needsRedis', boolean>) {
  const dispatch: DispatchFunc = (request, response) => {
    app.server.emit('request', request, response)
  }
  const becomeReady = async (): Promise<void> => {
    await app.ready()
    if (!waits) return
    await until(async () => {
      const probe = await inject(dispatch, '/readyz')
      return probe.statusCode === 200 && (!needsRedis || probe.json().checks.cache === 'up')
    })
  }
  let ready: Promise<void> | undefined
  const atServer = async (request: InjectOptions | string) => {
    ready ??= becomeReady()
    await ready
    return inject(dispatch, request)
  }
  app.inject = atServer as App['inject']
}
