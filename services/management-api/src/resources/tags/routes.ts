import type { App } from '@vitrine/http'
import { TagPage, TagQuery } from './schemas.js'
import type { TagService } from './service.js'

export function tagRoutes(scope: App, tags: TagService): void {
  scope.get(
    '/',
    {
      config: { role: 'VIEWER' },
      schema: {
        summary: 'List the tags of the assets, the most frequent first',
        description: 'With the number of assets that have each.',
        tags: ['Assets'],
        querystring: TagQuery,
        response: { 200: TagPage },
      },
    },
    ({ project, query }) => tags.list(project, query),
  )
}
