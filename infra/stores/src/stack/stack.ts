import type { FaultProxy } from '@vitrine/chaos/fault-proxy'
import { createDatabase, type Database } from '@vitrine/database'
import type { BackendsEnv } from '@vitrine/local/backends'
import { noRateLimits } from '@vitrine/local/services'
import type { Store } from '../stores/store.js'
import { linkTo, throughLink } from './link.js'
import { startPrivateBackends } from './private-backends.js'
import { type Restartable, startRestartable } from './restartable.js'

/** Functions that stop the parts, in the order in which these were started. */
type Stops = (() => Promise<unknown>)[]

type Parts = {
  /** The addresses of the backends, as suites get them. That of the store leads through the link. */
  addresses: Record<keyof BackendsEnv, string>
  /** The whole environment of each service. */
  env: Readonly<Record<string, string>>
  link: FaultProxy | null
  management: Restartable
  delivery: Restartable
  database: Database
}

export type Stack = Parts & AsyncDisposable & { folder: string }

/** Starts both services as processes, with the store and private backends. */
export async function startStack(store: Store, folder: string): Promise<Stack> {
  const stops: Stops = []
  const stop = async () => {
    for (const each of stops.reverse()) await each()
  }
  try {
    const parts = await startParts(store, folder, stops)
    return { ...parts, folder, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startParts(store: Store, logFolder: string, stops: Stops): Promise<Parts> {
  const backends = await startPrivateBackends(logFolder, store.settings)
  stops.push(() => backends.stop())
  const link = await linkTo(store.settings)
  if (link !== null) stops.push(() => link.close())
  const addresses = { ...backends.env, ...throughLink(store.settings, link) }
  const env = { ...addresses, ...settings }
  const management = await startRestartable({ name: 'management-api', env, logFolder })
  stops.push(() => management.stop())
  const delivery = await startRestartable({ name: 'delivery', env, logFolder })
  stops.push(() => delivery.stop())
  const database = createDatabase({
    url: addresses.DATABASE_URL,
    poolSize: 2,
    statementTimeoutMs: 30_000,
    onConnectionError: () => undefined,
  })
  stops.push(() => database.close())
  return { addresses, env, link, management, delivery, database }
}

const settings = {
  ...noRateLimits,
  PUBLIC_URL: 'http://vitrine.test',
  JWT_SECRET: 'signs-access-tokens-while-stores-are-checked',
  BCRYPT_COST: '10',
  ACCESS_TOKEN_SECONDS: '86400',
  REGISTRATIONS_PER_ADDRESS_PER_MINUTE: '1000000',
  // A killed replica delays a writer by no more than its lease.
  REDIS_GRACE_SECONDS: '0',
  LOG_LEVEL: 'info',
}
