import type { App } from '@vitrine/http'
import { tokenRules } from '../changes/rights/token-limits.js'
import { apiKeyRoutes } from '../resources/api-keys/routes.js'
import { widgetAssetRoutes } from '../resources/assets/of-widget.js'
import { assetRoutes } from '../resources/assets/routes.js'
import { embedRoutes } from '../resources/embed/routes.js'
import { folderRoutes } from '../resources/folders/routes.js'
import { assetHistoryRoutes, widgetHistoryRoutes } from '../resources/history/routes.js'
import { jobRoutes } from '../resources/jobs/routes.js'
import { presetRoutes } from '../resources/presets/routes.js'
import { projectRoutes } from '../resources/projects/routes.js'
import { signingKeyRoutes } from '../resources/signing-keys/routes.js'
import { statisticsRoutes, widgetStatisticsRoutes } from '../resources/statistics/routes.js'
import { tagRoutes } from '../resources/tags/routes.js'
import { widgetRoutes } from '../resources/widgets/routes.js'
import { projectScope } from '../scopes/tenancy.js'
import { at, type RouteDeps } from './scope.js'

/** Calls below a project. */
export async function routesOfProject(project: App, deps: RouteDeps): Promise<void> {
  tokenRules(project, 'project')
  projectScope(project, deps)
  projectRoutes(project, deps.projects)
  apiKeyRoutes(project, deps.apiKeys)
  await at(project, '/presets', (scope) => presetRoutes(scope, deps.presets))
  await at(project, '/signing-keys', (scope) => signingKeyRoutes(scope, deps.signingKeys))
  await at(project, '/folders', (scope) => folderRoutes(scope, deps.folders))
  await at(project, '/assets', async (scope) => {
    await assetRoutes(scope, deps.assets, deps.uploads)
    assetHistoryRoutes(scope, deps.history)
  })
  await at(project, '/tags', (scope) => tagRoutes(scope, deps.tags))
  await at(project, '/jobs', (scope) => jobRoutes(scope, deps.jobs))
  await at(project, '/statistics', (scope) => statisticsRoutes(scope, deps.statistics))
  await at(project, '/widgets', (scope) => {
    widgetRoutes(scope, deps.widgets)
    widgetAssetRoutes(scope, deps.assets)
    widgetHistoryRoutes(scope, deps.history)
    widgetStatisticsRoutes(scope, deps.statistics)
    embedRoutes(scope, deps.embed)
  })
}
