import type { ObjectChecksums } from '@vitrine/contracts'
import type { ObjectStore } from '@vitrine/object-store'
import type { Config } from '../../config.js'
import type { RefusedObjects } from '../../refused-objects.js'
import { createStoreLatency } from '../admission/store-latency.js'
import type { Disk } from '../cache/disk.js'
import { createInputs } from '../render/inputs.js'
import { createRenditionStore } from '../store/rendition-store.js'
import { createVerifiedObjects } from '../store/verified-objects.js'
import type { StoredPicture } from '../stored-picture.js'
import { nowMs } from './clock.js'

export type ObjectDeps = {
  store: ObjectStore
  checksums: ObjectChecksums
  refused: RefusedObjects
  /** Throws the error for an original that is not the uploaded one. */
  explainWrong: (picture: StoredPicture) => Promise<never>
}

type Local = { disk: Disk; warn: (error: unknown) => void }

/** Objects are verified before a byte is used. Look-ups and downloads are timed for the admission. */
export function createObjects(config: Config, { store, ...rest }: ObjectDeps, local: Local) {
  const storeLatency = createStoreLatency({ nowMs })
  const verified = (by: ObjectStore) => createVerifiedObjects({ ...rest, store: by })
  return {
    objects: verified(store),
    inputs: createInputs({
      objects: verified(storeLatency.timed(store, 'fetch')),
      disk: local.disk,
    }),
    renditionStore: createRenditionStore({
      store,
      objects: verified(storeLatency.timed(store, 'lookup')),
      checksums: rest.checksums,
      perAsset: config.RENDITIONS_PER_ASSET,
      warn: local.warn,
    }),
    storeLatency,
  }
}
