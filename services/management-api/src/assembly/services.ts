import type { SigningKeyCipher } from '@vitrine/contracts'
import type { App } from '@vitrine/http'
import type { ImageProcesses } from '@vitrine/imaging'
import type { Metrics } from '@vitrine/metrics'
import type { ObjectStore } from '@vitrine/object-store'
import { createApiKeyService } from '../resources/api-keys/service.js'
import { AssetService } from '../resources/assets/service.js'
import { startUploadQueue } from '../resources/assets/upload/start-queue.js'
import { createEmbedService } from '../resources/embed/service.js'
import { FolderService } from '../resources/folders/service.js'
import { createHistoryService } from '../resources/history/service.js'
import { createJobService } from '../resources/jobs/service.js'
import { createPresetService } from '../resources/presets/service.js'
import { createSigningKeyService } from '../resources/signing-keys/service.js'
import { createStatisticsService } from '../resources/statistics/service.js'
import { createTagService } from '../resources/tags/service.js'
import { WidgetService } from '../resources/widgets/service.js'
import type { SignedObjects } from '../storage/signed-objects.js'
import { type OrganizationDeps, organizationServices } from './organization-services.js'

type Deps = OrganizationDeps & {
  store: ObjectStore
  objects: SignedObjects
  signingKeyCipher: SigningKeyCipher
  /** For uploads. */
  images: ImageProcesses
  metrics: Metrics
}

/** The services of organizations and projects. */
export function assembleServices(app: App, deps: Deps) {
  const { config, database, metrics } = deps
  const publicUrl = config.PUBLIC_URL
  const embed = createEmbedService({ database, publicUrl })
  app.addHook('onClose', () => embed.close())
  return {
    ...organizationServices(deps),
    apiKeys: createApiKeyService(deps),
    presets: createPresetService(deps),
    signingKeys: createSigningKeyService(deps),
    folders: new FolderService(deps),
    assets: new AssetService({
      ...deps,
      publicUrl,
      uploadQueue: startUploadQueue(config, metrics),
    }),
    tags: createTagService(deps),
    jobs: createJobService(deps),
    history: createHistoryService({
      database,
      historyRetentionDays: config.HISTORY_RETENTION_DAYS,
    }),
    statistics: createStatisticsService({ database }),
    widgets: new WidgetService(deps),
    embed,
  }
}

export type Services = ReturnType<typeof assembleServices>
