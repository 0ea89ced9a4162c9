import type { Transaction } from '@vitrine/database'
import type { Change } from '../../../changes/changes.js'
import { removeAssets } from '../../../removal/remove-assets.js'
import { deleteAssets, isWatermark } from '../deletion.js'
import type { AssetRow } from '../repository.js'
import { requireFolders, uniqueTags } from '../rules.js'
import { type Edit, edit, eventsOf, isDifferent, type Obstacle, obstacleTo } from './edits.js'
import { assetBulkRepository } from './repository.js'
import type { BulkChange } from './schemas.js'

/** The part of a bulk change that does not name its assets. */
export type Effect = Pick<BulkChange, 'action' | 'folderId' | 'tags' | 'values' | 'assets'>

/** Why assets were not changed, by their ids. */
export type Obstacles = Map<string, Obstacle | 'not_found'>

type Applied = {
  obstacles: Obstacles
  /** The job that removes the objects of deleted assets, to run after the acknowledgement. */
  removal: string | null
}

/**
 * Changes the assets in the given transaction. An asset that is missing, or cannot be changed this way, does
 * not prevent the change of the others.
 *
 * @param assetIds at most 500, each once.
 * @throws AppError UNKNOWN_FOLDER
 */
export async function applyToAssets(
  tx: Transaction,
  change: Change,
  projectId: string,
  assetIds: readonly string[],
  effect: Effect,
): Promise<Applied> {
  await requireFolders(tx, projectId, foldersOf(effect))
  const rows = await assetBulkRepository(tx).lock(projectId, assetIds)
  const known = new Set(rows.map(({ id }) => id))
  const missing = assetIds.filter((id) => !known.has(id))
  const obstacles: Applied['obstacles'] = new Map(missing.map((id) => [id, 'not_found']))
  const toEdit = editOf(effect)
  if (toEdit === null) {
    const deletable = rows.filter((row) => !isWatermark(row))
    for (const row of rows) if (isWatermark(row)) obstacles.set(row.id, 'in_use')
    return { obstacles, removal: await deleteAll(tx, change, projectId, deletable) }
  }
  const obstructed = await editAll(tx, change, projectId, rows, toEdit)
  return { obstacles: new Map([...obstacles, ...obstructed]), removal: null }
}

/** @returns the job that removes the objects; null if there are none. */
async function deleteAll(
  tx: Transaction,
  change: Change,
  projectId: string,
  rows: readonly AssetRow[],
): Promise<string | null> {
  if (rows.length === 0) return null
  await deleteAssets(tx, change, projectId, rows)
  return removeAssets.schedule(
    tx,
    projectId,
    rows.map(({ id }) => id),
  )
}

/** @returns why some of them are not changed. */
async function editAll(
  tx: Transaction,
  { audit }: Change,
  projectId: string,
  rows: readonly AssetRow[],
  toEdit: Edit,
): Promise<Map<string, Obstacle>> {
  const pairs = rows.map((before) => ({ before, after: edit(before, toEdit) }))
  const obstacles = new Map<string, Obstacle>()
  for (const pair of pairs) {
    const obstacle = obstacleTo(pair)
    if (obstacle !== null) obstacles.set(pair.after.id, obstacle)
  }
  const changed = pairs.filter((pair) => !obstacles.has(pair.after.id) && isDifferent(pair))
  const afterwards = changed.map(({ after }) => after)
  await assetBulkRepository(tx).update(projectId, afterwards)
  for (const event of eventsOf(changed, toEdit)) audit({ action: 'asset.update', ...event })
  return obstacles
}

/** @returns null for a deletion. */
function editOf({ action, folderId = null, tags = [], values, assets = [] }: Effect): Edit | null {
  switch (action) {
    case 'delete':
      return null
    case 'move':
      return { action, folderId }
    case 'tag':
    case 'untag':
      return { action, tags: uniqueTags(tags) }
    case 'update': {
      const valuesById = new Map(assets.map(({ id, ...rest }) => [id, rest]))
      return { action, valuesOf: (id) => valuesById.get(id) ?? values ?? {} }
    }
  }
}

/** The folders that the assets move to, each once. */
export function foldersOf({ folderId, values, assets = [] }: Effect): string[] {
  const named = [folderId, values?.folderId, ...assets.map((asset) => asset.folderId)]
  return [...new Set(named.filter((id) => typeof id === 'string'))]
}
