import type { Acknowledgement } from '@vitrine/sdk/acknowledgement'

/**
 * The known state of a change that was sent:
 * - `answer`: nothing yet;
 * - `late`: nothing yet, for longer than a healthy service needs;
 * - `stored`: it is committed, but some replica of delivery may not have it. The call is repeated;
 * - `unanswered`: the service did not answer. The call is repeated.
 */
export type Wait = 'answer' | 'late' | 'stored' | 'unanswered'

/**
 * The call that has committed the change, by the id of its audit event. Null as long as no call can have; `by` is
 * null after a call without an answer, which may have.
 */
type Commit = { by: string | null } | null

/** How far a change is that counts when every replica of delivery has acknowledged it. */
export type Confirmation =
  | { step: 'idle' }
  | { step: 'sending'; wait: Wait; sentAt: number; commit: Commit }
  | { step: 'confirmed'; proof: Acknowledgement | null; requestId: string | null }
  | { step: 'failed'; error: unknown; isStored: boolean; commit: Commit }

export type ConfirmationEvent =
  | { kind: 'sent'; at: number }
  | { kind: 'late' }
  /** The call is about to be sent again. */
  | { kind: 'repeated'; isStored: boolean; commit: Commit }
  | { kind: 'answered'; proof: Acknowledgement | null; requestId: string | null }
  | { kind: 'refused'; error: unknown; isStored: boolean }

export const idle: Confirmation = { step: 'idle' }

/** Only an answer of 2xx leads to `confirmed`. A change that is known to be stored stays so. */
export function next(state: Confirmation, event: ConfirmationEvent): Confirmation {
  if (event.kind === 'sent') {
    const stored = state.step === 'failed' && state.isStored ? state : null
    const wait = stored === null ? 'answer' : 'stored'
    return { step: 'sending', wait, sentAt: event.at, commit: stored?.commit ?? null }
  }
  if (state.step !== 'sending') return state
  const { wait, commit } = state
  switch (event.kind) {
    case 'late':
      return wait === 'answer' ? { ...state, wait: 'late' } : state
    case 'repeated': {
      const isStored = event.isStored || wait === 'stored'
      return { ...state, wait: isStored ? 'stored' : 'unanswered', commit: commit ?? event.commit }
    }
    case 'answered': {
      const { by } = commit ?? { by: event.requestId }
      return { step: 'confirmed', proof: event.proof, requestId: by }
    }
    case 'refused':
      return {
        step: 'failed',
        error: event.error,
        isStored: event.isStored || wait === 'stored',
        commit,
      }
  }
}

/** After this time without an answer the person sees that it takes longer, ms. */
export const lateAfterMs = 600
