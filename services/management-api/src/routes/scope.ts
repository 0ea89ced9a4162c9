import type { ScopedDatabase } from '@vitrine/database'
import type { App } from '@vitrine/http'
import type { Accounts } from '../assembly/accounts.js'
import type { Services } from '../assembly/services.js'
import type { Budgets } from '../changes/budgets.js'
import type { Changes } from '../changes/changes.js'
import type { ClaimDeps } from '../changes/idempotency/claim.js'
import type { CallLimits } from '../limits/call-limits.js'
import type { assetRoutes } from '../resources/assets/routes.js'

export type RouteDeps = Services & {
  database: ScopedDatabase
  limits: CallLimits
  changes: Changes
  idempotency: ClaimDeps
  people: Accounts
  budgets: Budgets
  uploads: Parameters<typeof assetRoutes>[2]
}

/** Registers routes in a scope of their own: hooks that they add do not apply outside it. */
export async function at(parent: App, path: string, routes: (scope: App) => void | Promise<void>) {
  await parent.register(async (scope: App) => routes(scope), { prefix: path })
}
