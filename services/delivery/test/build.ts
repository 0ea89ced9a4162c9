import type { AddressInfo } from 'node:net'
import { loadConfig } from '@vitrine/config'
import type { App } from '@vitrine/http'
import {
  backendSettings,
  backends,
  databaseUrlOf,
  until,
  validateResponses,
} from '@vitrine/testing'
import inject, { type DispatchFunc, type InjectOptions } from 'light-my-request'
import { type Test, t as wholeProcess } from 'tap'
import { type BuildOptions, buildApp } from '../src/app.js'
import { Config } from '../src/config.js'

export const publicUrl = 'http://vitrine.test'

/** Unreachable dependencies. Nothing listens on port 1, so connections are refused at once. */
export const dead = {
  postgres: { DATABASE_URL: 'postgresql://vitrine@127.0.0.1:1/vitrine' },
  redis: { REDIS_URL: 'redis://127.0.0.1:1' },
  store: { S3_ENDPOINT: 'http://127.0.0.1:1' },
} as const satisfies Record<string, Partial<Config>>

/** A database of Redis without reports of those who reach their store, so that one that lacks it stays ready. */
export function withoutReports(): Partial<Config> {
  const url = new URL(backends().redisUrl)
  url.pathname = '/8'
  return { REDIS_URL: url.href }
}

type Built = ReturnType<typeof start>
let shared: Built | undefined

/**
 * An instance of delivery on the backends of the test run. Files without settings of their own share one app for each
 * process. A test that closes it, counts its work, or needs another replica passes settings, if only `{}`, and gets an
 * app that is closed with it. `inject` rejects if the OpenAPI document does not have the answer.
 */
export function build(t: Test, overrides?: Partial<Config>, options?: BuildOptions): Built {
  if (overrides !== undefined) return start(t, overrides, options)
  shared ??= start(wholeProcess, {})
  return shared
}

/** The port at which the app listens, from the first call on, when it is ready. */
export async function portOf(app: App): Promise<number> {
  await app.inject('/api/v1/healthz')
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

async function start(
  t: Pick<Test, 'teardown'>,
  overrides: Partial<Config>,
  options: BuildOptions = {},
) {
  const config = loadConfig(Config, {
    PUBLIC_URL: publicUrl,
    LOG_LEVEL: 'silent',
    ...backendSettings('delivery'),
    DATABASE_POOL_SIZE: '4',
    PROBE_PORT: '0',
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
 * Redis if it `needsRedis`: a cache or a lock that is not there yet changes what an app does. On a busy machine it may lose
 * its lease later, too, and asks by a 503 to repeat the request, which clients do.
 */
function injectAtServer(app: App, { waits, needsRedis }: Record<'waits' | 'needsRedis', boolean>) {
  const dispatch: DispatchFunc = (request, response) => {
    app.server.emit('request', request, response)
  }
  const becomeReady = async (): Promise<void> => {
    await app.ready()
    if (!waits) return
    await until(async () => {
      const probe = await inject(dispatch, '/api/v1/readyz')
      const { checks, details } = probe.json<Readiness>()
      // Where others reach the store, an app without it is never ready. Its tests call it all the same.
      if (probe.statusCode !== 200) return details?.every(({ field }) => field === 'store') ?? false
      return !needsRedis || checks?.cache === 'up'
    })
  }
  let ready: Promise<void> | undefined
  const atServer = async (request: InjectOptions | string) => {
    ready ??= becomeReady()
    await ready
    if (!waits) return inject(dispatch, request)
    return until(async () => {
      const answer = await inject(dispatch, request)
      return !hasNoLease(answer) && answer
    })
  }
  app.inject = atServer as App['inject']
}

type Readiness = { checks?: { cache: string }; details?: { field: string }[] }

const hasNoLease = ({ statusCode, body }: { statusCode: number; body: string }): boolean =>
  statusCode === 503 && body.includes('"DATABASE_UNAVAILABLE"')
