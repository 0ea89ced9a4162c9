import { createFaultProxy, type FaultProxy } from '../proxy/fault-proxy.js'

/** The addresses of the three backends, as in the settings of a service. */
type BackendAddresses = { DATABASE_URL: string; REDIS_URL: string; S3_ENDPOINT: string }

/** The links of one process, one to each backend. */
export type Links = { postgres: FaultProxy; redis: FaultProxy; store: FaultProxy }

const variables = {
  postgres: 'DATABASE_URL',
  redis: 'REDIS_URL',
  store: 'S3_ENDPOINT',
} as const satisfies Record<keyof Links, keyof BackendAddresses>

/** @returns the links, and the addresses that lead through them. */
export async function createLinks(addresses: BackendAddresses) {
  const open = async (name: keyof Links) => {
    const url = new URL(addresses[variables[name]])
    const target = { host: url.hostname, port: Number(url.port) }
    const proxy = await createFaultProxy({ target })
    url.port = String(proxy.port)
    // An address without a path must not get one: the path is part of S3 signatures.
    return { proxy, address: url.href.replace(/\/$/, '') }
  }
  const [postgres, redis, store] = await Promise.all([
    open('postgres'),
    open('redis'),
    open('store'),
  ])
  const links: Links = { postgres: postgres.proxy, redis: redis.proxy, store: store.proxy }
  const throughLinks: BackendAddresses = {
    DATABASE_URL: postgres.address,
    REDIS_URL: redis.address,
    S3_ENDPOINT: store.address,
  }
  return { links, throughLinks }
}
