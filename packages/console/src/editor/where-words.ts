import { wordsOf } from '../words/errors.ts'
import { t } from '../words/words.ts'
import type { EditingState } from './editing-state.ts'

type Where = Pick<EditingState, 'saving' | 'problem'> & {
  isLive: boolean
  /** Open choices, without which nothing is saved. */
  hasConflicts: boolean
}

/** Where the changes are, in a few words. */
export function whereWords({ saving, problem, isLive, hasConflicts }: Where): string {
  if (saving === 'refused') return t('Not saved: {why}', { why: wordsOf(problem) })
  if (hasConflicts) return t('Waiting for your choice')
  if (saving === 'offline') return t('No connection. Kept in this browser')
  if (saving === 'saving') return t('Saving …')
  if (saving === 'kept') return isLive ? t('Changes not published') : t('Saving soon …')
  return isLive ? t('All changes are live') : t('Saved')
}
