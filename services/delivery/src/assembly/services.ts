import type { Reader, Replica } from '@vitrine/coherence'
import { storeSettings } from '@vitrine/config'
import { createSigningKeyCipher } from '@vitrine/contracts'
import type { Sql } from '@vitrine/database/sql'
import type { App } from '@vitrine/http'
import type { Config } from '../config.js'
import type { RateLimits } from '../rate-limits.js'
import type { Renditions } from '../renditions/renditions.js'
import { createFrameSignatures } from '../resources/api-keys/frame-signature.js'
import { apiKeyRepository } from '../resources/api-keys/repository.js'
import { createApiKeyService } from '../resources/api-keys/service.js'
import { createUsage } from '../resources/api-keys/usage.js'
import type { AssetRepository } from '../resources/assets/repository.js'
import { createAssetService } from '../resources/assets/service.js'
import { createEmbedService } from '../resources/embed/service.js'
import { createEventService } from '../resources/events/service.js'
import { imageRulesRepository } from '../resources/image-rules/repository.js'
import { createImageRules } from '../resources/image-rules/service.js'
import { createWidgetService } from '../resources/widgets/service.js'
import type { Events } from './events.js'

type Deps = {
  config: Config
  sql: Sql
  replica: Replica
  reader: Reader
  limits: RateLimits
  sending: Events
  images: { renditions: Renditions; assets: AssetRepository }
}

/** The services of all resources. What they have started ends when the app closes. */
export function assembleServices(app: App, deps: Deps) {
  const { config, sql, reader, limits, sending, images } = deps
  const { nowMs } = deps.replica
  const { PUBLIC_URL: publicUrl } = config
  const secrets = storeSettings.objectSecretsOf(config)
  const usage = createUsage({ record: apiKeyRepository(sql).recordUse, log: app.log })
  app.addHook('onClose', () => usage.close())

  const apiKeys = createApiKeyService({ sql, reader, usage, limits, nowMs })
  const widgets = createWidgetService({ sql, reader, apiKeys, publicUrl })
  const signatures = createFrameSignatures(secrets)
  const events = createEventService({ apiKeys, widgets, limits, signatures, publicUrl, ...sending })
  const embed = createEmbedService({ widgets, signatures, publicUrl })
  app.addHook('onClose', () => embed.close())

  const cipher = createSigningKeyCipher(secrets)
  const imageRules = createImageRules({ repository: imageRulesRepository(sql), reader, cipher })
  const assets = createAssetService({ ...images, reader, imageRules, nowMs })
  return { widgets, events, embed, assets }
}
