import type { App } from '@vitrine/http'
import type { Budgets } from '../../changes/budgets.js'
import { Usage } from './schemas.js'

export function usageRoutes(scope: App, budgets: Budgets): void {
  scope.get(
    '/usage',
    {
      config: { role: 'VIEWER', tokens: 'organization' },
      schema: {
        summary: 'Get the budgets of an organization and how much of them is used',
        tags: ['Organizations'],
        response: { 200: Usage },
      },
    },
    ({ tenant }) => budgets.usageOf(tenant),
  )
}
