import { toast } from '../controls/toast.tsx'
import { proofOf } from '../server/proof.ts'

/** Says what the service has measured of a change of settings, which has no sheet that stays. */
export async function toastProof({ headers }: Response): Promise<void> {
  const { proofWords } = await import('./proof-words.ts')
  const state = { step: 'confirmed', proof: proofOf(headers), requestId: null } as const
  const said = proofWords(state, 'changed', 0)
  if (said !== null) toast([said.words, said.detail].filter(Boolean).join('. '))
}
