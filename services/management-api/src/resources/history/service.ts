import type { ScopedDatabase } from '@vitrine/database'
import type { PageQuery } from '@vitrine/http'
import type { ProjectTenant } from '../../scopes/tenancy.js'
import { assetRepository } from '../assets/repository.js'
import { found as foundAsset } from '../assets/rules.js'
import { widgetRepository } from '../widgets/repository.js'
import { found as foundWidget } from '../widgets/rules.js'
import { changesPerKey } from './changes-per-key.js'
import { historyRepository, type Subject } from './repository.js'

type Deps = {
  database: ScopedDatabase
  /** How long changes are shown; 0: without end. */
  historyRetentionDays: number
}

const dayMs = 86_400_000

export function createHistoryService({ database, historyRetentionDays }: Deps) {
  const list = async (
    tenant: ProjectTenant,
    subject: Subject,
    query: PageQuery,
    require: (db: ReturnType<ScopedDatabase['forActor']>) => Promise<unknown>,
  ) => {
    const db = database.forProject(tenant)
    await require(db)
    const since =
      historyRetentionDays === 0 ? null : new Date(Date.now() - historyRetentionDays * dayMs)
    const { organizationId, projectId } = tenant
    const page = await db.transaction((tx) =>
      historyRepository(tx).list(organizationId, projectId, subject, query, since),
    )
    const content = page.content.map(({ actor, changes, ...row }) => ({
      ...row,
      by: actor?.name ?? null,
      changes: changesPerKey(changes as Record<string, unknown>),
    }))
    return { ...page, content }
  }

  return {
    /** @throws AppError ASSET_NOT_FOUND */
    ofAsset: (tenant: ProjectTenant, id: string, query: PageQuery) =>
      list(tenant, { type: 'asset', id }, query, async (db) =>
        foundAsset(await assetRepository(db).find(tenant.projectId, id)),
      ),

    /** @throws AppError WIDGET_NOT_FOUND */
    ofWidget: (tenant: ProjectTenant, id: string, query: PageQuery) =>
      list(tenant, { type: 'widget', id }, query, async (db) =>
        foundWidget(await widgetRepository(db).find(tenant.projectId, id)),
      ),
  }
}

export type HistoryService = ReturnType<typeof createHistoryService>
