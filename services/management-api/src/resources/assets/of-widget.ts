import type { App } from '@vitrine/http'
import Type from '@vitrine/typebox'
import { WidgetParams } from '../widgets/schemas.js'
import { Asset } from './schemas.js'
import type { AssetService } from './service.js'

/** In the scope of widgets. */
export function widgetAssetRoutes(scope: App, assets: AssetService): void {
  scope.get(
    '/:widgetId/assets',
    {
      config: { role: 'VIEWER' },
      schema: {
        summary: 'Get the assets of a widget',
        description: 'All of them, in the order of the list. One in several places is repeated.',
        operationId: 'listWidgetAssets',
        tags: ['Widgets'],
        params: WidgetParams,
        response: { 200: Type.Array(Asset) },
      },
    },
    ({ project, params }) => assets.ofWidget(project, params.widgetId),
  )
}
