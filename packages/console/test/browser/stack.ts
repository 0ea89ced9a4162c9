import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type CaughtMail, startMailCatcher } from '@vitrine/local/mail-catcher'
import { openRouter, type Upstreams } from '@vitrine/local/router'
import {
  noRateLimits,
  type RunningService,
  type ServiceName,
  startService,
} from '@vitrine/local/services'
import { backendSettings, freshEmail, freshName } from '@vitrine/testing'
import { type Test, t as wholeProcess } from 'tap'

export type Stack = {
  /** The public address of both services. */
  url: string
  account: Account
  /** Addresses of the replicas of delivery. */
  replicas: string[]
  /** What management-api has sent so far. */
  mails: readonly CaughtMail[]
  /** Ends management-api and starts another process of it. Between the two, the address answers 502. */
  restartManagement(between?: () => Promise<unknown>): Promise<void>
}
export type Account = { email: string; password: string; token: string; organizationId: string }
type Settings = Readonly<Record<string, string>>

type Options = {
  /** Added to the settings of each replica of delivery; one replica by default. */
  delivery?: readonly Settings[]
  /** Starts what stands before the router, and gives its address: that of people. */
  front?: (router: { port: number }) => Promise<string>
}

type Services = Omit<Stack, 'account'>

let shared: Promise<Services> | undefined

/** One stack for all files of this process that need no settings of their own. */
function sharedServices(): Promise<Services> {
  shared ??= startServices(wholeProcess, {})
  return shared
}

/** Both services behind one address, as people have them, and a fresh account. */
export async function startStack(t: Test, options?: Options): Promise<Stack> {
  const services = await (options === undefined ? sharedServices() : startServices(t, options))
  return { ...services, account: await register(services.url) }
}

async function startServices(
  t: Pick<Test, 'teardown'>,
  { delivery: replicas = [{}], front = async ({ port }) => `http://localhost:${port}` }: Options,
): Promise<Services> {
  const mails: CaughtMail[] = []
  const catcher = await startMailCatcher(0, (mail) => void mails.push(mail))
  t.teardown(() => catcher.close())
  let upstreams: Upstreams = { 'management-api': [], delivery: [] }
  const router = await openRouter(() => upstreams)
  t.teardown(router.close)
  const url = await front({ port: Number(new URL(router.url).port) })
  const start = async (name: ServiceName, settings: Settings = {}) => {
    const env = { ...settingsOf(url), SMTP_URL: catcher.url, ...settings }
    const service = await startService({ name, env, log: () => undefined })
    t.teardown(() => service.stop())
    return service
  }
  const upstream =
    (name: ServiceName) =>
    ({ url }: RunningService) => ({ name, url })
  let [management, ...delivery] = await Promise.all([
    start('management-api'),
    ...replicas.map((settings) => start('delivery', settings)),
  ])
  const connect = () => {
    upstreams = {
      'management-api': [management].map(upstream('management-api')),
      delivery: delivery.map(upstream('delivery')),
    }
  }
  connect()
  return {
    url,
    replicas: delivery.map(({ url }) => url),
    mails,
    restartManagement: async (between = async () => undefined) => {
      await management.stop()
      await between()
      management = await start('management-api')
      connect()
    },
  }
}

const settingsOf = (publicUrl: string): Settings => ({
  ...backendSettings(),
  ...noRateLimits,
  PUBLIC_URL: publicUrl,
  JWT_SECRET: 'the-same-secret-on-every-instance-of-it',
  BCRYPT_COST: '10',
  LOGINS_PER_ADDRESS_PER_MINUTE: '1000000',
  REGISTRATIONS_PER_ADDRESS_PER_MINUTE: '1000000',
  MAIL_CALLS_PER_ADDRESS: '1000000',
  // The router sets the client's address.
  TRUSTED_PROXIES: 'loopback',
  DEMO_LOGIN: '1',
})

async function register(url: string): Promise<Account> {
  const [email, password] = [freshEmail(), 'wet-paint-on-canvas-7']
  const body = { organizationName: freshName('museum'), name: 'Ada Curator', email, password }
  const { accessToken, organizationId } = (await call(url, 'POST', '/api/auth/register', {
    body,
  })) as {
    accessToken: string
    organizationId: string
  }
  return { email, password, token: accessToken, organizationId }
}

type Sent = { body?: unknown; form?: FormData; token?: string }

/**
 * Repeats a request that a service refuses for the moment, when its answer says to: on a busy machine a replica may be
 * without its lease, or its queue full.
 */
export async function fetchPatiently(
  address: string | URL,
  init: RequestInit = {},
): Promise<Response> {
  for (;;) {
    const response = await fetch(address, init)
    const seconds = Number(response.headers.get('retry-after'))
    if (response.status !== 503 || seconds === 0) return response
    await response.arrayBuffer()
    await setTimeout(1000 * seconds)
  }
}

/** Makes a call beside the console. @throws for a status of 400 or above. */
export async function call(
  url: string,
  method: string,
  path: string,
  { body, form, token }: Sent = {},
): Promise<unknown> {
  const response = await fetchPatiently(`${url}${path}`, {
    method,
    headers: {
      'idempotency-key': randomUUID(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form !== undefined && { body: form }),
  })
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.status === 204 ? null : response.json()
}
