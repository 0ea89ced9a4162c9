import { storeSettings } from '@vitrine/config'
import { createObjectChecksums } from '@vitrine/contracts'
import type { App } from '@vitrine/http'
import type { Metrics } from '@vitrine/metrics'
import type { Config } from '../config.js'
import { createRefusedObjects } from '../refused-objects.js'
import { assembleRenditions } from '../renditions/assemble.js'
import { createLostAssets } from '../resources/assets/lost.js'
import { assetRepository } from '../resources/assets/repository.js'
import type { Clients } from './clients.js'

type Deps = { config: Config; clients: Clients; metrics: Metrics }

export function assembleImages(app: App, { config, clients, metrics }: Deps) {
  const { sql, cache, store } = clients
  const nowMs = () => performance.now()
  const checksums = createObjectChecksums(storeSettings.objectSecretsOf(config))
  const refused = createRefusedObjects({ metrics, log: app.log, nowMs })
  const assets = assetRepository(sql)
  const lost = createLostAssets({ assets, store, log: app.log, metrics, refused, nowMs })
  const { renditions, start, close } = assembleRenditions(config, {
    store,
    cache,
    metrics,
    log: app.log,
    checksums,
    refused,
    explainMissing: lost.explainMissing,
    explainWrong: lost.explainWrong,
  })
  return { renditions, start, close, checksums, refused, assets }
}
