import type { Test } from 'tap'
import type { Config } from '../../src/config.js'
import { build, portOf } from '../build.js'

/** The port of a delivery instance on loopback that is ready. */
export async function serve(t: Test, overrides?: Partial<Config>): Promise<number> {
  const app = await build(t, overrides)
  // The first request waits until it is.
  await app.inject('/api/v1/healthz')
  return portOf(app)
}
