export { type Cache, type CacheOptions, createCache, type WindowCount } from './cache.js'
