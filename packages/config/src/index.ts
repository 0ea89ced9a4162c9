export { availableCores } from './available-cores.js'
export { listOf } from './list.js'
export { ConfigError, loadConfig } from './load.js'
export * as settings from './settings.js'
