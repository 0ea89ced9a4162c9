import { t } from '../words/words.ts'
import { actionWords } from './action-words.ts'

type Event = { action: string; actor: { name: string } | null; resourceId: string }

/** The subject and the predicate of an event. */
export type Sentence = { who: string; did: string }

/**
 * The sentence of an event. An event without an actor is one of a person who has no account any more, or one that
 * nobody has signed for: a failed login, a token that was used twice, a call of a stranger.
 *
 * @param names of the members, by their ids: an event of an account has the id of its owner.
 */
export function sentenceOf(event: Event, names: ReadonlyMap<string, string>): Sentence {
  const { action, actor, resourceId } = event
  const did = actionWords(action)
  if (actor !== null) return { who: actor.name, did }
  const owner = action.startsWith('account.') ? names.get(resourceId) : undefined
  if (action === 'account.login-failed') {
    return {
      who: t('Somebody'),
      did: owner === undefined ? did : t('failed to sign in as {name}', { name: owner }),
    }
  }
  if (action.endsWith('.refuse') && !action.startsWith('account.')) {
    return { who: t('Somebody from outside'), did }
  }
  return { who: owner ?? t('A former member'), did }
}
