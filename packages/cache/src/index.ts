export { type Cache, type CacheOptions, createCache } from './cache.js'
