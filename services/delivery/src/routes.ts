import type { App } from '@vitrine/http'
import type { RateLimits } from './rate-limits.js'
import { assetRoutes } from './resources/assets/routes.js'
import type { AssetService } from './resources/assets/service.js'
import { embedPageRoutes } from './resources/embed/pages/routes.js'
import { scriptRoutes } from './resources/embed/scripts/routes.js'
import type { Scripts } from './resources/embed/scripts/scripts.js'
import type { EmbedService } from './resources/embed/service.js'
import { eventRoutes } from './resources/events/routes.js'
import type { EventService } from './resources/events/service.js'
import { widgetRoutes } from './resources/widgets/routes.js'
import type { WidgetService } from './resources/widgets/service.js'

type Deps = {
  limits: RateLimits
  widgets: WidgetService
  events: EventService
  assets: AssetService
  scripts: Scripts
  embed: EmbedService
  publicUrl: string
}

export async function registerRoutes(app: App, deps: Deps): Promise<void> {
  await app.register(
    async (api: App) => {
      widgetRoutes(api, deps)
      await eventRoutes(api, deps)
      assetRoutes(api, deps)
    },
    { prefix: '/api/v1' },
  )
  await app.register(
    async (embed: App) => {
      scriptRoutes(embed, deps)
      embedPageRoutes(embed, deps)
    },
    { prefix: '/embed' },
  )
}
