import { wordsOf } from '../server/error-words.ts'
import { say } from '../words/words.ts'
import type { EditingState } from './editing-state.ts'

type Where = Pick<EditingState, 'saving' | 'problem'> & {
  isLive: boolean
  /** Open choices, without which nothing is saved. */
  hasConflicts: boolean
}

/** Where the changes are, in a few words. */
export function whereWords({ saving, problem, isLive, hasConflicts }: Where): string {
  if (saving === 'refused') return say('Not saved: {why}', { why: wordsOf(problem) })
  if (hasConflicts) return say('Waiting for your choice')
  if (saving === 'offline') return say('No connection. Kept in this browser')
  if (saving === 'saving') return say('Saving …')
  if (saving === 'kept') return isLive ? say('Changes not published') : say('Saving soon …')
  return isLive ? say('All changes are live') : say('Saved')
}
