import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'
import type { Config } from '../../src/config.js'
import { build } from '../build.js'

/** All requests come from one address. */
const unlimited = { RATE_LIMIT_PER_KEY: 0, RATE_LIMIT_PER_ADDRESS: 0, RENDER_LIMIT_PER_ADDRESS: 0 }

/** A delivery instance on a port of loopback, closed with the test. */
export async function serve(t: Test, overrides: Partial<Config> = {}): Promise<number> {
  const app = await build(t, { ...unlimited, ...overrides })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}
