import type { Transaction } from '@vitrine/database'
import { difference } from '../../changes/audited-action.js'
import type { Change } from '../../changes/changes.js'
import { shortenedWidgets } from '../widgets/shortened.js'
import { type AssetRow, assetRepository } from './repository.js'
import { audited } from './rules.js'

/** Why an asset is not deleted. */
export const isWatermark = ({ id, project }: AssetRow): boolean => project.watermarkAssetId === id

export const watermarkInUse =
  'This picture is the watermark of its project. Choose another one, or none, in the settings of the project first.'

/** Deletes assets, with an event for each of them and for the widgets that showed them. Call it with the assets locked. */
export async function deleteAssets(
  tx: Transaction,
  { audit }: Change,
  projectId: string,
  rows: readonly AssetRow[],
): Promise<void> {
  const ids = rows.map(({ id }) => id)
  const assets = assetRepository(tx)
  await assets.lockWidgets(projectId, ids)
  for (const event of await shortenedWidgets(tx, projectId, ids)) audit(event)
  await assets.delete(projectId, ids)
  for (const row of rows) {
    audit({ action: 'asset.delete', resourceId: row.id, changes: difference(row, null, audited) })
  }
}
