import type { Proof } from '../server/proof.ts'

/**
 * The known state of a change that was sent:
 * - `answer`: nothing yet;
 * - `late`: nothing yet, for longer than a healthy service needs;
 * - `stored`: it is committed, but some replica of delivery may not have it. The call is repeated;
 * - `unanswered`: the service did not answer. The call is repeated.
 */
export type Wait = 'answer' | 'late' | 'stored' | 'unanswered'

/** How far a change is that counts when every replica of delivery has acknowledged it. */
export type Confirmation =
  | { step: 'idle' }
  | { step: 'sending'; wait: Wait; sentAt: number }
  | { step: 'confirmed'; proof: Proof | null }
  | { step: 'failed'; error: unknown; isStored: boolean }

export type ConfirmationEvent =
  | { kind: 'sent'; at: number }
  | { kind: 'late' }
  /** The call is about to be sent again. */
  | { kind: 'repeated'; isStored: boolean }
  | { kind: 'answered'; proof: Proof | null }
  | { kind: 'refused'; error: unknown; isStored: boolean }
  | { kind: 'reset' }

export const idle: Confirmation = { step: 'idle' }

/** Only an answer of 2xx leads to `confirmed`. A change that is known to be stored stays so. */
export function next(state: Confirmation, event: ConfirmationEvent): Confirmation {
  if (event.kind === 'reset') return idle
  if (event.kind === 'sent') {
    const isStored = state.step === 'failed' && state.isStored
    return { step: 'sending', wait: isStored ? 'stored' : 'answer', sentAt: event.at }
  }
  if (state.step !== 'sending') return state
  if (event.kind === 'late') return state.wait === 'answer' ? { ...state, wait: 'late' } : state
  if (event.kind === 'repeated') {
    const isStored = event.isStored || state.wait === 'stored'
    return { ...state, wait: isStored ? 'stored' : 'unanswered' }
  }
  if (event.kind === 'answered') return { step: 'confirmed', proof: event.proof }
  return { step: 'failed', error: event.error, isStored: event.isStored || state.wait === 'stored' }
}

/** After this time without an answer the person sees that it takes longer, ms. */
export const lateAfterMs = 600
