import type { Test } from 'tap'
import type { Config } from '../../src/config.js'
import { build, portOf } from '../build.js'

/** The port of a delivery instance on loopback. */
export const serve = async (t: Test, overrides?: Partial<Config>): Promise<number> =>
  portOf(await build(t, overrides))
