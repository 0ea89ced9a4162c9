export { type Cache, type CacheOptions, createCache, type WindowCount } from './cache.js'
export { createLocks, type Lock, type Locks, type LocksOptions } from './locks.js'
export { createLogCopy, type LogCopy, type LogCopyOptions } from './log-copy.js'
export { createSharedCounts, type SharedCounts, type SharedCountsOptions } from './shared-counts.js'
