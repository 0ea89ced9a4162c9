import { AppError } from '@vitrine/errors'
import type { Metrics } from '@vitrine/metrics'
import type { ObjectStore } from '@vitrine/object-store'
import { LRUCache } from 'lru-cache'
import type { AssetRepository } from './repository.js'

type Deps = {
  assets: Pick<AssetRepository, 'find'>
  store: Pick<ObjectStore, 'ping'>
  log: { error(fields: Readonly<Record<string, string>>, message: string): void }
  metrics: Metrics
  nowMs: () => number
}

type Address = { projectId: string; assetId: string }

/** Assets whose loss has been logged, about 200 bytes each. */
const maxLogged = 10_000
/** With a wrong bucket every asset is lost. */
const maxLinesPerMinute = 60

export const assetNotFound = () => new AppError('ASSET_NOT_FOUND', 'There is no such image.')

/** Assets that have a row, and whose original the bucket does not have. */
export function createLostAssets({ assets, store, log, metrics, nowMs }: Deps) {
  const logged = new LRUCache<string, true>({ max: maxLogged })
  const lines = { minute: 0, count: 0 }
  let lost = 0
  metrics.counter({
    name: 'assets_lost_total',
    help: 'Requests for an asset whose original the bucket does not have.',
    read: () => lost,
  })

  const logOnce = (address: Address): void => {
    const minute = Math.floor(nowMs() / 60_000)
    if (minute !== lines.minute) Object.assign(lines, { minute, count: 0 })
    if (logged.has(address.assetId) || lines.count >= maxLinesPerMinute) return
    logged.set(address.assetId, true)
    lines.count += 1
    log.error({ ...address }, 'the bucket does not have the original of an asset')
  }

  return {
    /**
     * Says why the store does not have an original.
     *
     * @throws AppError ASSET_NOT_FOUND if the asset has been deleted, STORE_UNAVAILABLE if the bucket
     *   is missing, DATABASE_UNAVAILABLE; else ASSET_LOST.
     */
    explain: async ({ projectId, assetId }: Address): Promise<never> => {
      // A delete removes the row, then the objects. This replica may not know of it yet: only the
      // database can tell.
      const { value } = await assets.find(projectId, assetId)
      if (value === null) throw assetNotFound()
      await store.ping().catch((cause) => {
        throw storeUnavailable(cause)
      })
      lost += 1
      logOnce({ projectId, assetId })
      throw new AppError('ASSET_LOST', 'The file of this image is missing from the object store.')
    },
  }
}

/** Its own message may name the bucket, which is nothing for the public. */
const storeUnavailable = (cause: unknown) =>
  new AppError('STORE_UNAVAILABLE', 'The object store is out of reach. Try again.', {
    retryAfterSeconds: 1,
    cause,
  })
