import { acknowledgementOf } from '@vitrine/sdk/acknowledgement'
import { toast } from '../controls/toast.tsx'

/** Shows the propagation figures of a settings change as a message, because settings forms have no publish sheet. */
export async function toastProof(response: Response): Promise<void> {
  const { proofWords } = await import('./proof-words.ts')
  const state = { step: 'confirmed', proof: acknowledgementOf(response), requestId: null } as const
  const said = proofWords(state, 'changed', 0)
  if (said !== null) toast(said.words)
}
