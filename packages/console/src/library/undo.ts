import { type Asset, findAssets } from '../server/assets.ts'
import { failedOf, mostChanged, sayFailed, sendBulk, setValues } from '../server/bulk.ts'
import { Refusal } from '../words/errors.ts'
import { type BulkStep, refresh } from './commands.ts'
import type { Target } from './target.ts'

/** Takes back a change of several pictures. */
export type Undo = () => Promise<void>

/**
 * Call it before the change.
 *
 * @returns null for a deletion, and for a change of more pictures than one call may name.
 */
export async function undoOf(
  projectId: string,
  target: Target,
  step: BulkStep,
): Promise<Undo | null> {
  if (target.kind === 'filter' || target.ids.length > mostChanged) return null
  if (step.action === 'delete' || step.action === 'untag') return null
  const before = await findAssets(projectId, target.ids)
  return async () => {
    try {
      await takeBack(projectId, before, step)
    } finally {
      await refresh(projectId)
    }
  }
}

type Reversible = Exclude<BulkStep, { action: 'delete' }>

async function takeBack(projectId: string, before: readonly Asset[], step: Reversible) {
  if (step.action === 'move') {
    return setValues(
      projectId,
      before.map(({ id, folderId }) => ({ id, folderId })),
    )
  }
  if (step.action === 'update') {
    return setValues(
      projectId,
      before.map(({ id, altText, decorative }) => ({ id, altText, decorative })),
    )
  }
  // Removes only the added tags, because other people may have added tags since.
  let failed = 0
  for (const tag of step.tags) {
    const assetIds = before.filter(({ tags }) => !tags.includes(tag)).map(({ id }) => id)
    if (assetIds.length === 0) continue
    const answer = await sendBulk(projectId, { action: 'untag', tags: [tag], assetIds })
    // A picture that is gone fails for each tag.
    failed = Math.max(failed, failedOf(answer))
  }
  if (failed > 0) throw new Refusal(sayFailed(failed))
}
