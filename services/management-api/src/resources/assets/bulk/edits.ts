import { type AuditedAction, difference } from '../../../changes/audited-action.js'
import type { AssetRow } from '../repository.js'
import { isContradictory, uniqueTags } from '../rules.js'
import { maxTags } from '../schemas.js'
import type { Values } from './schemas.js'

/** One change of assets that exist afterwards. The values of an update may differ from asset to asset. */
export type Edit =
  | { action: 'move'; folderId: string | null }
  | { action: 'tag' | 'untag'; tags: readonly string[] }
  | { action: 'update'; valuesOf: (assetId: string) => Values }

export type Pair = { before: AssetRow; after: AssetRow }

/** Why an asset is not changed. */
export type Obstacle = 'too_many_tags' | 'decorative_with_text' | 'in_use'

type AuditedAlike = Omit<AuditedAction, 'action'> & { resourceIds: string[] }

const edited = ['altText', 'decorative', 'focalPoint', 'tags', 'folderId'] as const

/** The asset after the change. New tags are added at the end. */
export function edit(row: AssetRow, change: Edit): AssetRow {
  switch (change.action) {
    case 'move':
      return { ...row, folderId: change.folderId }
    case 'tag':
      return { ...row, tags: uniqueTags([...row.tags, ...change.tags]) }
    case 'untag':
      return { ...row, tags: row.tags.filter((tag) => !change.tags.includes(tag)) }
    case 'update': {
      const { tags = row.tags, ...values } = change.valuesOf(row.id)
      return { ...row, ...values, tags: uniqueTags(tags) }
    }
  }
}

export function obstacleTo({ after }: Pair): Obstacle | null {
  if (after.tags.length > maxTags) return 'too_many_tags'
  return isContradictory(after) ? 'decorative_with_text' : null
}

export const isDifferent = ({ before, after }: Pair): boolean =>
  Object.keys(difference(before, after, edited)).length > 0

/**
 * One event for all assets with the same change. Of added and removed tags, it contains only these. So the
 * size of the events is bounded by the size of the body, however many tags the assets have.
 */
export function eventsOf(pairs: readonly Pair[], { action }: Edit): AuditedAlike[] {
  const events = new Map<string, AuditedAlike>()
  for (const pair of pairs) {
    const changes =
      action === 'update' || action === 'move'
        ? difference(pair.before, pair.after, edited)
        : changedTags(pair)
    const key = JSON.stringify(changes)
    const { id } = pair.after
    const event = events.get(key)
    if (event === undefined) events.set(key, { resourceId: id, resourceIds: [id], changes })
    else event.resourceIds.push(id)
  }
  return [...events.values()]
}

function changedTags({ before, after }: Pair): { tags: Record<string, string[]> } {
  const added = after.tags.filter((tag) => !before.tags.includes(tag))
  const removed = before.tags.filter((tag) => !after.tags.includes(tag))
  return { tags: { ...(added.length > 0 && { added }), ...(removed.length > 0 && { removed }) } }
}
