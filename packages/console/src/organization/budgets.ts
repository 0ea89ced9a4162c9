import { say } from '../words/words.ts'
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
    ['storedBytes', say('Stored originals')],
    ['assets', say('Pictures')],
    ['widgets', say('Widgets')],
    ['projects', say('Projects')],
    ['apiKeys', say('API keys')],
    ['members', say('Members')],
    ['invitations', say('Open invitations')],
  ]
  return labels.map(([id, label]) => ({ id, label, ...usage[id], isBytes: id === 'storedBytes' }))
}
