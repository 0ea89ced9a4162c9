import { createPurger, type Purger } from '@vitrine/coherence'
import type { ChangeFeed } from '@vitrine/database'
import type { Config } from '../config.js'
import { createEdgeCache } from './edge-cache.js'
import { vendorsOf } from './vendors.js'

/** Purges the caches that the settings name; null without any. */
export function purgerOf(config: Config, feed: ChangeFeed): Purger | null {
  const vendors = vendorsOf(config)
  if (vendors.length === 0) return null
  return createPurger({
    changeLog: feed,
    position: { read: () => feed.purgedTo(), advance: (to) => feed.notePurged(to) },
    edge: createEdgeCache({ vendors }),
  })
}
