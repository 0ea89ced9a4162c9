export { type Cache, type CacheOptions, createCache, type WindowCount } from './cache.js'
export { createLogCopy, type LogCopy, type LogCopyOptions } from './log-copy.js'
