import { acceptance } from './acceptance.js'
import type { Check } from './check.js'
import { deletes } from './deletes.js'
import { managementKilled } from './management-killed.js'
import { plantedObjects } from './planted-objects.js'
import { publishing } from './publishing.js'
import { rangeRequests } from './ranges.js'
import { refusals } from './refusals.js'
import { renditions } from './renditions.js'
import { slowStore } from './slow-store.js'
import { storeKilled } from './store-killed.js'
import { uploads } from './uploads.js'

/** In the order in which they run. */
export const checks: readonly Check[] = [
  acceptance,
  uploads,
  rangeRequests,
  renditions,
  plantedObjects,
  publishing,
  deletes,
  slowStore,
  refusals,
  storeKilled,
  managementKilled,
]
