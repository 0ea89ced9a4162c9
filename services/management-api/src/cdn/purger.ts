import { createPurger, type Observer, type Purger, systemClock } from '@vitrine/coherence'
import type { ChangeFeed } from '@vitrine/database'
import type { Config } from '../config.js'
import { createEdgeCache } from './edge-cache.js'
import { vendorsOf } from './vendors.js'

type Deps = { feed: ChangeFeed; observer: Pick<Observer, 'purgeFailed'> }

/** Purges the caches that the settings name; null without any. */
export function purgerOf(config: Config, { feed, observer }: Deps): Purger | null {
  const vendors = vendorsOf(config)
  if (vendors.length === 0) return null
  const { CDN_PURGE, CDN_PURGE_ZONE = '' } = config
  // Another cache, or another server among several, has kept answers that these have confirmed to have dropped.
  const cache = [CDN_PURGE, CDN_PURGE_ZONE, ...vendors.map(({ url }) => url).sort()].join(' ')
  return createPurger({
    changeLog: feed,
    position: {
      read: () => feed.purgedTo(cache),
      advance: (logId, to) => feed.notePurged(cache, logId, to),
    },
    edge: createEdgeCache({ vendors, onLimit: observer.purgeFailed }),
    clock: systemClock(),
    observer,
  })
}
