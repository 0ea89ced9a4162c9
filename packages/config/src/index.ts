export { listOf } from './list.js'
export { ConfigError, loadConfig, withRules } from './load.js'
export * as settings from './settings.js'
export * as storeSettings from './store.js'
