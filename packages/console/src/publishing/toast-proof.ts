import { toast } from '../controls/toast.tsx'
import { proofOf } from '../server/proof.ts'

/** Shows the propagation figures of a settings change as a message, because settings forms have no publish sheet. */
export async function toastProof({ headers }: Response): Promise<void> {
  const { proofWords } = await import('./proof-words.ts')
  const state = { step: 'confirmed', proof: proofOf(headers), requestId: null } as const
  const said = proofWords(state, 'changed', 0)
  if (said !== null) toast(said.words)
}
