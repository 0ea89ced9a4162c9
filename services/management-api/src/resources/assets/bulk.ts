import type { Transaction } from '@vitrine/database'
import { type ErrorDetail, validationFailed } from '@vitrine/errors'
import { type AuditedAction, difference } from '../../changes/audited-action.js'
import type { Change, Changes } from '../../changes/changes.js'
import type { JobRunner } from '../../jobs/queue/runner.js'
import { removeAssets } from '../../jobs/removal/remove-assets.js'
import type { ProjectTenant } from '../../plugins/tenancy.js'
import { type AssetRow, assetRepository } from './repository.js'
import { described, requireFolder, shown, uniqueTags } from './rules.js'
import { type BulkChange, type BulkResult, bulkParameters, maxTags } from './schemas.js'

/** Changes many assets in one transaction, with a result for each id. */
export function createBulk({ changes, jobs }: { changes: Changes; jobs: JobRunner }) {
  /**
   * An asset that is missing, or cannot be changed this way, does not prevent the change of the others. An
   * id that is given twice has two results. When this resolves, no delivery instance serves a deleted
   * asset.
   */
  return async (tenant: ProjectTenant, input: BulkChange): Promise<BulkResult> => {
    checkParameters(input)
    const assetIds = [...new Set(input.assetIds)]
    // A bulk change creates nothing and can be repeated, so its answer is not stored.
    const author = { ...tenant, claim: null }
    const { rows, tooManyTags, removal } = await changes.write(author, async (tx, change) => {
      const { projectId } = tenant
      if (input.folderId) await requireFolder(tx, projectId, input.folderId)
      const rows = await assetRepository(tx).lockMany(projectId, assetIds)
      if (input.action === 'delete') {
        const removal = await deleteAll(tx, change, projectId, rows)
        return { rows, tooManyTags: new Set<string>(), removal }
      }
      return { rows, tooManyTags: await editAll(tx, change, projectId, rows, input), removal: null }
    })
    // Not awaited: the store may take long to remove hundreds of assets.
    if (removal !== null) void jobs.runNow(removal)
    const known = new Set(rows.map(({ id }) => id))
    return {
      results: input.assetIds.map((assetId) => {
        if (!known.has(assetId)) return { assetId, status: 'not_found', message: messages.absent }
        if (!tooManyTags.has(assetId)) return { assetId, status: 'ok' }
        return { assetId, status: 'too_many_tags', message: messages.tooManyTags }
      }),
    }
  }
}

/** An asset before and after the change. */
type Edit = { before: AssetRow; after: AssetRow }
type AuditedAlike = Omit<AuditedAction, 'action'> & { resourceIds: string[] }

const messages = {
  absent: 'There is no such asset.',
  tooManyTags: `An asset may have ${maxTags} tags at most.`,
}

/** @returns the job that removes the objects, to run after the acknowledgement; null if there are none. */
async function deleteAll(
  tx: Transaction,
  { audit }: Change,
  projectId: string,
  rows: readonly AssetRow[],
): Promise<string | null> {
  const ids = rows.map(({ id }) => id)
  await assetRepository(tx).deleteMany(projectId, ids)
  for (const row of rows) {
    const changes = difference(row, null, shown)
    audit({ action: 'asset.delete', resourceId: row.id, changes })
  }
  return ids.length === 0 ? null : removeAssets.schedule(tx, projectId, ids)
}

/**
 * @returns the ids of assets that would have too many tags. They are not changed.
 */
async function editAll(
  tx: Transaction,
  { audit }: Change,
  projectId: string,
  rows: readonly AssetRow[],
  input: BulkChange,
): Promise<Set<string>> {
  const edited = rows.map((before) => ({ before, after: edit(before, input) }))
  const isTooMuch = ({ after }: { after: AssetRow }) => after.tags.length > maxTags
  const changed = edited.filter((pair) => !isTooMuch(pair) && isDifferent(pair))
  const afterwards = changed.map(({ after }) => after)
  if (input.action === 'move') {
    const ids = afterwards.map(({ id }) => id)
    await assetRepository(tx).moveMany(projectId, ids, input.folderId ?? null)
  } else {
    await assetRepository(tx).setTags(projectId, afterwards)
  }
  for (const event of alike(changed)) audit({ action: 'asset.update', ...event })
  return new Set(edited.filter(isTooMuch).map(({ after }) => after.id))
}

/**
 * One event for all assets with the same change, which contains only the added and removed tags. So the
 * size of the events is bounded by the size of the body, however many tags the assets have.
 */
function alike(pairs: readonly Edit[]): AuditedAlike[] {
  const events = new Map<string, AuditedAlike>()
  for (const pair of pairs) {
    const changes = { ...difference(pair.before, pair.after, ['folderId']), ...changedTags(pair) }
    const key = JSON.stringify(changes)
    const { id } = pair.after
    const event = events.get(key)
    if (event === undefined) events.set(key, { resourceId: id, resourceIds: [id], changes })
    else event.resourceIds.push(id)
  }
  return [...events.values()]
}

function changedTags({ before, after }: Edit): { tags?: Record<string, string[]> } {
  const added = after.tags.filter((tag) => !before.tags.includes(tag))
  const removed = before.tags.filter((tag) => !after.tags.includes(tag))
  if (added.length + removed.length === 0) return {}
  return { tags: { ...(added.length > 0 && { added }), ...(removed.length > 0 && { removed }) } }
}

const isDifferent = ({ before, after }: Edit) =>
  Object.keys(difference(before, after, described)).length > 0

/** The asset after the change. New tags are added at the end. */
function edit(row: AssetRow, { action, folderId = null, tags = [] }: BulkChange): AssetRow {
  if (action === 'move') return { ...row, folderId }
  const named = uniqueTags(tags)
  if (action === 'tag') return { ...row, tags: [...new Set([...row.tags, ...named])] }
  return { ...row, tags: row.tags.filter((tag) => !named.includes(tag)) }
}

/** Parameters that are missing, or belong to another action. Called before the body is validated. */
export function parameterProblems(body: unknown): ErrorDetail[] {
  const { action, ...given } = (body ?? {}) as Record<string, unknown>
  if (typeof action !== 'string' || !Object.hasOwn(bulkParameters, action)) return []
  const needed = bulkParameters[action as BulkChange['action']]
  return (['folderId', 'tags'] as const).flatMap((field) => {
    const isGiven = given[field] !== undefined
    if (isGiven === (field === needed)) return []
    const message = isGiven ? `does not go with ${action}` : `is required for ${action}`
    return [{ field, message }]
  })
}

/** @throws AppError VALIDATION_FAILED if a parameter is missing, or belongs to another action. */
function checkParameters(input: BulkChange): void {
  const problems = parameterProblems(input)
  if (problems.length > 0) throw validationFailed(problems)
}
