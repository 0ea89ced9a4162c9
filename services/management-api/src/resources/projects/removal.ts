import { projectObjects } from '@vitrine/contracts'
import type { ScopedDatabase, Transaction } from '@vitrine/database'
import type { Tenant } from '../../changes/author.js'
import { nextStep, precedingStep } from '../../changes/author.js'
import type { Changes } from '../../changes/changes.js'
import { removeAssets } from '../../removal/remove-assets.js'
import { removeObjects } from '../../removal/remove-objects.js'
import { projectRemovalRepository } from './removal-repository.js'

/** Assets that one statement deletes well within the statement timeout: 0.3 s were measured. */
const batchSize = 10_000

/**
 * Deletes assets of a large project until the project can be deleted in one transaction. Each batch is a
 * change of its own. If the process ends half-way, the deleted assets are no longer served, their objects
 * are removed, and the next call continues.
 *
 * @param lock loads the resource that is deleted, locked. The first batch compares it with If-Match.
 * @returns the author of the next step.
 */
export async function shrinkProject(
  { database, changes }: { database: ScopedDatabase; changes: Changes },
  tenant: Tenant,
  projectId: string,
  lock: (tx: Transaction) => Promise<object>,
): Promise<Tenant> {
  let author = tenant
  while (
    await projectRemovalRepository(database.forActor(tenant)).hasMoreAssetsThan(
      projectId,
      batchSize,
    )
  ) {
    await changes.write(precedingStep(author), async (tx, { matching }) => {
      matching(await lock(tx))
      const assetIds = await projectRemovalRepository(tx).deleteSomeAssets(projectId, batchSize)
      await removeAssets.scheduleLast(tx, projectId, assetIds)
    })
    author = nextStep(author)
  }
  return author
}

/**
 * Deletes a project with everything in it. Call it with the project locked, and run the job whose id it
 * returns after the commit: it removes the objects.
 */
export async function removeProject(
  tx: Transaction,
  organizationId: string,
  projectId: string,
): Promise<string> {
  await projectRemovalRepository(tx).delete(organizationId, projectId)
  return removeObjects.schedule(tx, projectObjects(projectId))
}
