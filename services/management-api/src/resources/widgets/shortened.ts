import type { Transaction } from '@vitrine/database'
import { type AuditedAction, difference } from '../../changes/audited-action.js'
import { hasText, type Item, idsOf } from './items.js'
import { type ShortenedWidget, shortenedWidgetRepository } from './shortened-repository.js'

type Changes = NonNullable<AuditedAction['changes']>

/**
 * Limits of the lists that one transaction copies to the log. One asset may be in ten thousand widgets of five
 * hundred assets each; without limits its deletion would write 400 MB.
 */
const whole = { widgets: 1000, bytes: 1024 * 1024 }

/**
 * The events of the widgets that lose places because assets are deleted: the whole list before and after, or beyond
 * the limits the deleted assets alone, one event for all widgets that lose the same. Call it before the
 * deletion, with the widgets locked.
 */
export async function shortenedWidgets(
  tx: Transaction,
  projectId: string,
  assetIds: readonly string[],
): Promise<AuditedAction[]> {
  const gone = new Set(assetIds)
  const rows = await shortenedWidgetRepository(tx).find(projectId, assetIds, whole)
  const events = new Map<string, { changes: Changes; ids: string[] }>()
  for (const row of rows) {
    const changes = row.isWhole ? shortened(row, gone) : removed(row)
    const key = JSON.stringify(changes)
    const event = events.get(key)
    if (event === undefined) events.set(key, { changes, ids: [row.widgetId] })
    else event.ids.push(row.widgetId)
  }
  return [...events.values()].map(({ changes, ids }) => eventOf(changes, ids))
}

function eventOf(changes: Changes, ids: string[]): AuditedAction {
  const [resourceId = '', ...others] = ids
  const alike = others.length === 0 ? {} : { resourceIds: ids }
  return { action: 'widget.update', resourceId, ...alike, changes }
}

/** The same differences as an update of the list gives. */
function shortened({ items }: ShortenedWidget, gone: ReadonlySet<string>): Changes {
  const left = items.filter(({ assetId }) => !gone.has(assetId))
  return difference(inAudit(items), inAudit(left), ['assetIds', 'items'])
}

/** A list without texts holds nothing beyond its `assetIds`. */
const inAudit = (items: readonly Item[]) => ({
  assetIds: idsOf(items),
  items: items.some(hasText) ? items : null,
})

/** Without the places, so that widgets which lose the same have one event. */
function removed({ items }: ShortenedWidget): Changes {
  const texts = items.filter(hasText)
  return {
    assetIds: { removed: idsOf(items) },
    ...(texts.length > 0 && { items: { removed: texts } }),
  }
}
