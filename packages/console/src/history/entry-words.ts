import { labelOf } from '../publishing/setting-words.ts'
import { t } from '../words/words.ts'
import type { Entry } from './queries.ts'

type ListChange = { added: string[]; removed: string[]; isReordered: boolean }

/** The difference between two lists of pictures. A picture that is in a list twice counts twice. */
export function listChange(from: readonly string[], to: readonly string[]): ListChange {
  const added = without(to, from)
  const removed = without(from, to)
  const kept = (list: readonly string[], rest: readonly string[]) => without(list, rest).join()
  return { added, removed, isReordered: kept(from, removed) !== kept(to, added) }
}

/** The list after taking the others out, each once. */
function without(list: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1)
  return list.filter((one) => {
    const count = left.get(one) ?? 0
    if (count > 0) left.set(one, count - 1)
    return count === 0
  })
}

type Pair = { from?: unknown; to?: unknown }

/** The change and its author, as one sentence. */
export function entryWords({
  action,
  by,
  changes,
}: Pick<Entry, 'action' | 'by' | 'changes'>): string {
  const name = by ?? t('A former member')
  const status = (changes.status as Pair | undefined)?.to
  if (action === 'widget.create') return t('{name} created it', { name })
  if (action === 'widget.duplicate') return t('{name} made it as a copy', { name })
  const others = Object.keys(changes).some((field) => field !== 'status')
  if (status === 'PUBLISHED') {
    return others
      ? t('{name} changed and published it', { name })
      : t('{name} published it', { name })
  }
  if (status === 'DRAFT') {
    return others
      ? t('{name} changed and unpublished it', { name })
      : t('{name} unpublished it', { name })
  }
  return t('{name} changed it', { name })
}

export function fieldName(field: string): string {
  if (field === 'name') return t('Name')
  if (field === 'slug') return t('Slug')
  if (field === 'layout') return t('Layout')
  if (field === 'assetIds') return t('Pictures')
  if (field === 'items') return t('Texts and links')
  return labelOf(field)
}
