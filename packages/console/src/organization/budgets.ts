import { t } from '../words/words.ts'
import type { Usage } from './queries.ts'

export type Budget = {
  id: keyof Usage
  label: string
  used: number
  limit: number
  isBytes: boolean
}

/** The budgets in the order in which they are likely to matter. */
export function budgetsOf(usage: Usage): Budget[] {
  const labels: [keyof Usage, string][] = [
    ['storedBytes', t('Stored originals')],
    ['assets', t('Pictures')],
    ['widgets', t('Widgets')],
    ['projects', t('Projects')],
    ['apiKeys', t('API keys')],
    ['members', t('Members')],
    ['invitations', t('Open invitations')],
  ]
  return labels.map(([id, label]) => ({ id, label, ...usage[id], isBytes: id === 'storedBytes' }))
}
