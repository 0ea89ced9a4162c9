import { projectObjects } from '@vitrine/contracts'
import type { ScopedDatabase, Transaction } from '@vitrine/database'
import type { Changes } from '../../changes/changes.js'
import { removeAssets } from '../../jobs/removal/remove-assets.js'
import { removeObjects } from '../../jobs/removal/remove-objects.js'
import type { Tenant } from '../../plugins/tenancy.js'
import { projectRepository } from './repository.js'

/** Assets that one statement deletes within its time, with a wide margin: 0.3 s measured. */
const batchSize = 10_000

/**
 * Makes a large project small enough to be deleted in one transaction. Each batch of assets is a
 * change of its own: if it comes to an end half-way, nobody is served what is gone, its objects go
 * too, and the next call goes on from there.
 */
export async function shrinkProject(
  { database, changes }: { database: ScopedDatabase; changes: Changes },
  tenant: Tenant,
  projectId: string,
): Promise<void> {
  while (
    await projectRepository(database.forActor(tenant)).hasMoreAssetsThan(projectId, batchSize)
  ) {
    await changes.write(tenant, async (tx) => {
      const assetIds = await projectRepository(tx).deleteSomeAssets(projectId, batchSize)
      await removeAssets.scheduleLast(tx, projectId, assetIds)
    })
  }
}

/**
 * Deletes a project with everything in it; call it with the project locked. The objects go by the
 * job whose id it returns: run that after the commit.
 */
export async function removeProject(
  tx: Transaction,
  organizationId: string,
  projectId: string,
): Promise<string> {
  await projectRepository(tx).delete(organizationId, projectId)
  return removeObjects.schedule(tx, projectObjects(projectId))
}
