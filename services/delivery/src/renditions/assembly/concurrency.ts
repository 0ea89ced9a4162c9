import { availableCores } from '@vitrine/config'
import type { Config } from '../../config.js'

/** Renders at the same time. */
export const concurrencyOf = (config: Config): number =>
  config.RENDER_CONCURRENCY ?? availableCores()
