import type { Acknowledgement } from '@vitrine/sdk/acknowledgement'
import { wordsOf } from '../words/errors.ts'
import { formatCount } from '../words/formats.ts'
import { t } from '../words/words.ts'
import type { Confirmation, Wait } from './confirmation.ts'

/** The effect of the change for the public; `saved` for a change that it does not see. */
export type Effect = 'live' | 'gone' | 'changed' | 'saved'

export type ProofTone = 'waiting' | 'late' | 'good' | 'bad'
/** `detail` is shown on demand: how the service knows it. */
export type ProofWords = { tone: ProofTone; words: string; detail?: string }

/** @param now ms, for the time that it has taken so far. */
export function proofWords(state: Confirmation, effect: Effect, now: number): ProofWords | null {
  if (state.step === 'idle') return null
  if (state.step === 'sending') {
    const seconds = Math.max(0, Math.floor((now - state.sentAt) / 1000))
    return {
      tone: state.wait === 'answer' ? 'waiting' : 'late',
      words: waitingWords(state.wait, seconds),
    }
  }
  if (state.step === 'confirmed') return { tone: 'good', ...confirmedWords(state.proof, effect) }
  if (state.isStored) {
    return {
      tone: 'late',
      words: t('Saved. Not confirmed everywhere: some pages may still show the former state.'),
    }
  }
  return { tone: 'bad', words: wordsOf(state.error) }
}

function waitingWords(wait: Wait, seconds: number): string {
  if (wait === 'answer') return t('Confirming …')
  if (wait === 'late') return t('Not yet confirmed everywhere; waiting ({seconds} s)', { seconds })
  if (wait === 'stored') {
    return t('Saved. Not yet confirmed everywhere; asking again ({seconds} s)', { seconds })
  }
  return t('No answer yet; asking again ({seconds} s)', { seconds })
}

function confirmedWords(
  proof: Acknowledgement | null,
  effect: Effect,
): { words: string; detail?: string } {
  const words = withCdn(everywhere(effect), proof?.cdn ?? null)
  if (proof === null || proof.replicas === 0) return { words }
  const { acknowledged, replicas, everywhereMs, commitMs } = proof
  const fenced = replicas - acknowledged
  // A replica that does not acknowledge is not allowed to answer.
  const rest = t(
    '{fenced, plural, one {# replica did not answer, and serves nothing until it has the change.} other {# replicas did not answer, and serve nothing until they have the change.}}',
    { fenced },
  )
  const numbers = { acknowledged, replicas }
  const details = [
    commitMs === null
      ? repeatedWords(effect, numbers)
      : provenWords(effect, { ...numbers, ms: formatCount(Math.max(1, Math.round(everywhereMs))) }),
    ...(commitMs === null
      ? []
      : [t('Committed in {commit} ms.', { commit: formatCount(Math.round(commitMs)) })]),
    ...(fenced > 0 ? [rest] : []),
  ]
  return { words, detail: details.join(' ') }
}

/** @param state such as "Gone everywhere", which is not all that there is to say with a cache in front. */
function withCdn(state: string, cdn: Acknowledgement['cdn']): string {
  if (cdn === null) return state
  if (cdn.purgedMs === null) {
    return t('{state}, but the CDN may keep pictures up to a year', { state })
  }
  const ms = formatCount(Math.max(1, Math.round(cdn.purgedMs)))
  return t('{state} and purged from the CDN in {ms} ms', { state, ms })
}

type Numbers = { acknowledged: number; replicas: number }

function provenWords(effect: Effect, numbers: Numbers & { ms: string }): string {
  if (effect === 'live') {
    return t(
      'Live on {acknowledged} of {replicas, plural, one {# replica} other {# replicas}}, {ms} ms after commit.',
      numbers,
    )
  }
  if (effect === 'gone') {
    return t(
      'Gone everywhere: {acknowledged} of {replicas, plural, one {# replica} other {# replicas}}, {ms} ms after commit.',
      numbers,
    )
  }
  return t(
    'In effect on {acknowledged} of {replicas, plural, one {# replica} other {# replicas}}, {ms} ms after commit.',
    numbers,
  )
}

/** The time since the commit is not known. */
function repeatedWords(effect: Effect, numbers: Numbers): string {
  if (effect === 'live')
    return t(
      'Live on {acknowledged} of {replicas, plural, one {# replica} other {# replicas}}.',
      numbers,
    )
  if (effect === 'gone') {
    return t(
      'Gone everywhere: {acknowledged} of {replicas, plural, one {# replica} other {# replicas}}.',
      numbers,
    )
  }
  return t(
    'In effect on {acknowledged} of {replicas, plural, one {# replica} other {# replicas}}.',
    numbers,
  )
}

function everywhere(effect: Effect): string {
  if (effect === 'live') return t('Live everywhere')
  if (effect === 'gone') return t('Gone everywhere')
  return effect === 'saved' ? t('Saved') : t('In effect everywhere')
}
