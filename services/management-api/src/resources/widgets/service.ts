import { isDeepStrictEqual } from 'node:util'
import type { ScopedDatabase } from '@vitrine/database'
import { AppError, isViolationOf } from '@vitrine/errors'
import { difference } from '../../changes/audited-action.js'
import type { Change, Changes } from '../../changes/changes.js'
import { untilSlugIsFree } from '../../fields/slug.js'
import type { JobRunner } from '../../jobs/queue/runner.js'
import { prepareWidget } from '../../jobs/renditions/prepare-widget.js'
import type { ProjectTenant } from '../../plugins/tenancy.js'
import type { Budgets } from '../usage/budgets.js'
import { duplicate } from './duplicate.js'
import { type WidgetRow, widgetRepository } from './repository.js'
import { found } from './rules.js'
import type { NewWidget, WidgetCopy, WidgetQuery, WidgetUpdate } from './schemas.js'
import { parseSettings } from './settings.js'

type Deps = {
  database: ScopedDatabase
  changes: Changes
  jobs: Pick<JobRunner, 'wakeBackground'>
  budgets: Budgets
}

export function createWidgetService({ database, changes, jobs, budgets }: Deps) {
  return {
    /** Always creates a draft: `status` is for updates. */
    create: (tenant: ProjectTenant, { assetIds, status, config, theme, ...input }: NewWidget) =>
      uniqueSlug(
        changes.write(tenant, async (tx, change) => {
          const { projectId } = tenant
          const widgets = widgetRepository(tx)
          const settings = parseSettings(null, { ...input, config, theme })
          requireAssets(assetIds, await widgets.lockAssets(projectId, assetIds))
          const row = await widgets.create(projectId, { ...input, ...settings })
          await widgets.replaceAssets(projectId, row.id, assetIds)
          await budgets.requireWithin(tx, tenant.organizationId, { widgets: 1 })
          const widget = { ...row, assetIds }
          note(change, 'widget.create', null, widget)
          return widget
        }),
      ),

    find: (tenant: ProjectTenant, widgetId: string): Promise<WidgetRow | null> =>
      widgetRepository(database.forActor(tenant)).find(tenant.projectId, widgetId),

    get: async (tenant: ProjectTenant, widgetId: string) =>
      found(await widgetRepository(database.forActor(tenant)).find(tenant.projectId, widgetId)),

    list: (tenant: ProjectTenant, query: WidgetQuery) =>
      database
        .forActor(tenant)
        .transaction((tx) => widgetRepository(tx).list(tenant.projectId, query)),

    /**
     * Omitted fields keep their value. A `status` publishes or unpublishes the widget, unless it is
     * unchanged. When this resolves, no delivery instance serves the old state. Renditions of new images
     * are rendered in the background.
     */
    update: async (
      tenant: ProjectTenant,
      widgetId: string,
      { assetIds, status, config, theme, ...input }: WidgetUpdate,
    ): Promise<WidgetRow> => {
      let isMoreShown = false
      const widget = await uniqueSlug(
        changes.write(tenant, async (tx, change) => {
          const { projectId } = tenant
          const widgets = widgetRepository(tx)
          // Before the widget: the deletion of an asset locks in this order, too.
          const known = assetIds
            ? await widgets.lockAssets(projectId, assetIds, widgetId)
            : new Set<string>()
          const before = change.matching(found(await widgets.lock(projectId, widgetId)))
          const settings = parseSettings(before, { ...input, config, theme })
          if (assetIds && !isDeepStrictEqual(assetIds, before.assetIds)) {
            requireAssets(assetIds, known)
            await widgets.replaceAssets(projectId, widgetId, assetIds)
          }
          await widgets.update(projectId, widgetId, {
            ...input,
            ...settings,
            ...transition(before, status),
          })
          const after = found(await widgets.find(projectId, widgetId))
          note(change, actionOf(before, after), before, after)
          isMoreShown = showsMore(before, after)
          if (isMoreShown) await prepareWidget.schedule(tx, projectId, widgetId)
          return after
        }),
      )
      if (isMoreShown) jobs.wakeBackground()
      return widget
    },

    /** See `duplicate`. A given slug that is taken is an error, as for any widget. */
    duplicate: (tenant: ProjectTenant, widgetId: string, input: WidgetCopy) => {
      const copy = () =>
        changes.write(tenant, async (tx, change) => {
          const widgets = widgetRepository(tx)
          await widgets.lockCopies(widgetId)
          const original = found(await widgets.find(tenant.projectId, widgetId))
          const copy = await duplicate(tx, tenant, original, input)
          await budgets.requireWithin(tx, tenant.organizationId, { widgets: 1 })
          // The content is that of the original, which has its own events, so little is stored.
          const copyOf = { copyOf: { from: null, to: widgetId } }
          const changes = { ...difference(null, copy, ['name', 'slug', 'layout']), ...copyOf }
          change.audit({ action: 'widget.duplicate', resourceId: copy.id, changes })
          return copy
        })
      return uniqueSlug(input.slug === undefined ? untilSlugIsFree(slugIndex, copy) : copy())
    },

    delete: (tenant: ProjectTenant, widgetId: string): Promise<void> =>
      changes.write(tenant, async (tx, change) => {
        const { projectId } = tenant
        const widgets = widgetRepository(tx)
        await widgets.lockAssets(projectId, [], widgetId)
        const before = change.matching(found(await widgets.lock(projectId, widgetId)))
        await widgets.delete(projectId, widgetId)
        note(change, 'widget.delete', before, null)
      }),
  }
}

const slugIndex = 'widgets_project_id_slug_key'

export type WidgetService = ReturnType<typeof createWidgetService>

const audited = ['name', 'slug', 'layout', 'config', 'theme', 'status', 'assetIds'] as const

/** Records an audit event unless nothing changed. */
function note(
  { audit }: Change,
  action: string,
  before: WidgetRow | null,
  after: WidgetRow | null,
): void {
  const changes = difference(before, after, audited)
  const resourceId = (after ?? before)?.id
  if (resourceId !== undefined && Object.keys(changes).length > 0) {
    audit({ action, resourceId, changes })
  }
}

function actionOf(before: WidgetRow, after: WidgetRow): string {
  if (before.status === after.status) return 'widget.update'
  return after.status === 'PUBLISHED' ? 'widget.publish' : 'widget.unpublish'
}

function transition({ status: before }: WidgetRow, status: WidgetUpdate['status']) {
  if (status === undefined || status === before) return {}
  return { status, publishedAt: status === 'PUBLISHED' ? new Date() : null }
}

/** Whether more images become public in this widget. */
function showsMore(before: WidgetRow, after: WidgetRow): boolean {
  if (after.status !== 'PUBLISHED') return false
  const seen = new Set(before.status === 'PUBLISHED' ? before.assetIds : [])
  return after.assetIds.some((id) => !seen.has(id))
}

function requireAssets(assetIds: readonly string[], known: ReadonlySet<string>): void {
  const details = assetIds.flatMap((id, i) =>
    known.has(id)
      ? []
      : [{ field: `assetIds[${i}]`, message: `${id} is not an asset of this project` }],
  )
  if (details.length === 0) return
  throw new AppError('UNKNOWN_ASSETS', 'assetIds names assets that this project does not have.', {
    details,
  })
}

async function uniqueSlug<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!isViolationOf(error, slugIndex)) throw error
    throw new AppError('WIDGET_SLUG_TAKEN', 'The project has a widget with this slug already.', {
      details: [{ field: 'slug', message: 'is taken' }],
    })
  }
}
