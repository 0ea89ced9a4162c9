import { type App, PageQuery } from '@vitrine/http'
import { AssetParams } from '../assets/schemas.js'
import { WidgetParams } from '../widgets/schemas.js'
import { HistoryPage } from './schemas.js'
import type { HistoryService } from './service.js'

const answer = { querystring: PageQuery, response: { 200: HistoryPage } }

export function assetHistoryRoutes(scope: App, history: HistoryService): void {
  scope.get(
    '/:assetId/history',
    {
      config: { role: 'VIEWER' },
      schema: {
        summary: 'List the changes of an asset',
        operationId: 'listAssetHistory',
        tags: ['Assets'],
        params: AssetParams,
        ...answer,
      },
    },
    ({ project, params, query }) => history.ofAsset(project, params.assetId, query),
  )
}

export function widgetHistoryRoutes(scope: App, history: HistoryService): void {
  scope.get(
    '/:widgetId/history',
    {
      config: { role: 'VIEWER' },
      schema: {
        summary: 'List the changes of a widget',
        operationId: 'listWidgetHistory',
        tags: ['Widgets'],
        params: WidgetParams,
        ...answer,
      },
    },
    ({ project, params, query }) => history.ofWidget(project, params.widgetId, query),
  )
}
