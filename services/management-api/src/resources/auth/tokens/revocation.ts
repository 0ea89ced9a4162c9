import type { Transaction } from '@vitrine/database'
import { difference } from '../../../changes/audited-action.js'
import type { Change } from '../../../changes/changes.js'
import { tokenRepository } from './repository.js'

export const auditedOfToken = ['name', 'tokenPrefix', 'projectId', 'role', 'expiresAt'] as const

/** Revokes all personal access tokens of an account. Waits for the changes that they are making. */
export async function revokeTokens(
  tx: Transaction,
  userId: string,
  audit: Change['audit'],
): Promise<void> {
  for (const token of await tokenRepository(tx).deleteAll(userId)) {
    const { id: resourceId, organizationId } = token
    const changes = difference(token, null, auditedOfToken)
    audit({ action: 'token.delete', resourceId, organizationId, actorId: userId, changes })
  }
}
