import { t } from '../words/words.ts'
import type { Entry } from './queries.ts'

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
  return settingName(field)
}

/** `minColumnWidth` is `Min column width`. */
export function settingName(key: string): string {
  const words = key
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
