import type { Presence } from '@vitrine/cache'
import { AppError, isViolationOf } from '@vitrine/contracts/errors'
import type { ScopedDatabase, Transaction } from '@vitrine/database'
import type { PageQuery } from '@vitrine/http'
import { difference } from '../../changes/audited-action.js'
import type { ProjectTenant } from '../../changes/author.js'
import type { Budgets } from '../../changes/budgets.js'
import type { Change, Changes } from '../../changes/changes.js'
import { untilSlugIsFree } from '../../fields/slug.js'
import type { JobRunner } from '../../queue/runner.js'
import { prepareWidget } from '../../renditions/prepare-widget.js'
import type { History } from '../history/history.js'
import { memberRepository } from '../members/repository.js'
import { duplicate } from './duplicate.js'
import { widgetItemRepository } from './item-repository.js'
import {
  fieldOfAsset,
  firstList,
  hasText,
  type Item,
  idsOf,
  listAfter,
  type RequestedList,
} from './items.js'
import { requireFound, type WidgetRow, widgetRepository } from './repository.js'
import type { NewWidget, WidgetCopy, WidgetQuery, WidgetUpdate } from './schemas.js'
import { parseSettings } from './settings.js'
import { settingWarnings } from './warnings.js'

type Deps = {
  database: ScopedDatabase
  changes: Changes
  jobs: Pick<JobRunner, 'wakeBackground'>
  budgets: Budgets
  history: History
  presence: Presence
}

export class WidgetService {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Always creates a draft: `status` is for updates. */
  create(
    tenant: ProjectTenant,
    { assetIds, items, status, config, theme, ...input }: NewWidget,
  ): Promise<WidgetRow> {
    const { changes, budgets } = this.#deps
    const { projectId } = tenant
    return uniqueSlug(
      changes.write(tenant, async (tx, change) => {
        const settings = parseSettings(null, { ...input, config, theme })
        const requested = { assetIds, items }
        const list = firstList(requested)
        const ids = idsOf(list)
        requireAssets(list, await widgetItemRepository(tx).lockAssets(projectId, ids), requested)
        const row = await widgetRepository(tx).create(projectId, { ...input, ...settings })
        await widgetItemRepository(tx).replace(projectId, row.id, list)
        await budgets.requireWithin(tx, tenant.organizationId, { widgets: 1 })
        const widget = { ...row, items: [...list], assetIds: ids }
        auditChange(change, 'widget.create', null, widget)
        return { ...widget, ...settingWarnings(widget.layout, settings) }
      }),
    )
  }

  find(tenant: ProjectTenant, widgetId: string): Promise<WidgetRow | null> {
    const db = this.#deps.database.forProject(tenant)
    return widgetRepository(db).find(tenant.projectId, widgetId)
  }

  async get(tenant: ProjectTenant, widgetId: string): Promise<WidgetRow> {
    return requireFound(await this.find(tenant, widgetId))
  }

  list(tenant: ProjectTenant, query: WidgetQuery) {
    return this.#deps.database
      .forProject(tenant)
      .transaction((tx) => widgetRepository(tx).list(tenant.projectId, query))
  }

  /**
   * Omitted fields keep their value. A `status` publishes or unpublishes the widget, unless it is
   * unchanged. When this resolves, no delivery instance serves the old state. Renditions of new images
   * are rendered in the background.
   */
  async update(tenant: ProjectTenant, widgetId: string, input: WidgetUpdate): Promise<WidgetRow> {
    const { changes, jobs } = this.#deps
    let isMoreShown = false
    const widget = await uniqueSlug(
      changes.write(tenant, async (tx, change) => {
        const { projectId } = tenant
        const { before, after, settings } = await revise(tx, change, projectId, widgetId, input)
        auditChange(change, actionOf(before, after), before, after)
        isMoreShown = showsMore(before, after)
        if (isMoreShown) await prepareWidget.schedule(tx, projectId, widgetId)
        return { ...after, ...settingWarnings(after.layout, settings) }
      }),
    )
    if (isMoreShown) jobs.wakeBackground()
    return widget
  }

  /** See `duplicate`. A given slug that is taken is an error, as for any widget. */
  duplicate(tenant: ProjectTenant, widgetId: string, input: WidgetCopy): Promise<WidgetRow> {
    const { changes, budgets } = this.#deps
    const copy = () =>
      changes.write(tenant, async (tx, change) => {
        const widgets = widgetRepository(tx)
        await widgets.lockCopies(widgetId)
        const original = requireFound(await widgets.find(tenant.projectId, widgetId))
        const copy = await duplicate(tx, tenant, original, input)
        await budgets.requireWithin(tx, tenant.organizationId, { widgets: 1 })
        // The content is that of the original, which has its own events, so little is stored.
        const copyOf = { copyOf: { from: null, to: widgetId } }
        const changed = { ...difference(null, copy, ['name', 'slug', 'layout']), ...copyOf }
        change.audit({ action: 'widget.duplicate', resourceId: copy.id, changes: changed })
        return copy
      })
    return uniqueSlug(input.slug === undefined ? untilSlugIsFree(slugIndex, copy) : copy())
  }

  async listHistory(tenant: ProjectTenant, widgetId: string, query: PageQuery) {
    const { database, history } = this.#deps
    await this.get(tenant, widgetId)
    const subject = { type: 'widget', id: widgetId } as const
    return history.list(database.forProject(tenant), tenant, subject, query)
  }

  /** Reports that the caller has the widget open in an editor. @returns its revision, and the others who have. */
  async reportEditor(tenant: ProjectTenant, widgetId: string) {
    const { database, presence } = this.#deps
    const { revision } = await this.get(tenant, widgetId)
    const others = await presence.report(widgetId, tenant.userId)
    if (others.length === 0) return { revision, editors: [] }
    const members = memberRepository(database.forProject(tenant))
    return { revision, editors: await members.listNames(tenant.organizationId, others) }
  }

  delete(tenant: ProjectTenant, widgetId: string): Promise<void> {
    const { projectId } = tenant
    return this.#deps.changes.write(tenant, async (tx, change) => {
      const widgets = widgetRepository(tx)
      await widgetItemRepository(tx).lockAssets(projectId, [], widgetId)
      const before = change.matching(requireFound(await widgets.lock(projectId, widgetId)))
      await widgets.delete(projectId, widgetId)
      auditChange(change, 'widget.delete', before, null)
    })
  }
}

const slugIndex = 'widgets_project_id_slug_key'

/** Writes an update. @returns the widget before and after it, and the settings that were sent. */
async function revise(
  tx: Transaction,
  { matching }: Change,
  projectId: string,
  widgetId: string,
  { assetIds, items, status, config, theme, ...input }: WidgetUpdate,
): Promise<{ before: WidgetRow; after: WidgetRow; settings: ReturnType<typeof parseSettings> }> {
  const widgets = widgetRepository(tx)
  const itemRows = widgetItemRepository(tx)
  const requested = { assetIds, items }
  const sentIds = [...(assetIds ?? []), ...idsOf(items ?? [])]
  // Before the widget: the deletion of an asset locks in this order, too.
  const known =
    (assetIds ?? items)
      ? await itemRows.lockAssets(projectId, sentIds, widgetId)
      : new Set<string>()
  const before = matching(requireFound(await widgets.lock(projectId, widgetId)))
  const settings = parseSettings(before, { ...input, config, theme })
  const list = listAfter(before.items, requested)
  if (list !== before.items) {
    requireAssets(list, known, requested)
    await itemRows.replace(projectId, widgetId, list)
  }
  await widgets.update(projectId, widgetId, {
    ...input,
    ...settings,
    ...transition(before, status),
  })
  return { before, after: requireFound(await widgets.find(projectId, widgetId)), settings }
}

const audited = [
  'name',
  'slug',
  'layout',
  'config',
  'theme',
  'status',
  'assetIds',
  'items',
] as const

/** `items` without texts have nothing that `assetIds` have not. */
const inAudit = (row: WidgetRow | null) =>
  row && { ...row, items: row.items.some(hasText) ? row.items : null }

/** Records an audit event unless nothing changed. */
function auditChange(
  { audit }: Change,
  action: string,
  before: WidgetRow | null,
  after: WidgetRow | null,
): void {
  const changes = difference(inAudit(before), inAudit(after), audited)
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

function requireAssets(
  list: readonly Item[],
  known: ReadonlySet<string>,
  requested: RequestedList,
): void {
  const details = list.flatMap(({ assetId: id }, i) =>
    known.has(id)
      ? []
      : [{ field: fieldOfAsset(requested, i), message: `${id} is not an asset of this project` }],
  )
  if (details.length === 0) return
  const message = 'The list names assets that this project does not have.'
  throw new AppError('UNKNOWN_ASSETS', message, { details })
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
