import type { Role, Transaction } from '@vitrine/database'
import { difference } from '../../changes/audited-action.js'
import type { Change } from '../../changes/changes.js'
import { rolesBeyond } from '../../changes/rights/roles.js'
import { invitationRepository } from './repository.js'

type Inviter = { organizationId: string; userId: string }

/**
 * Withdraws a person's open invitations for roles above the remaining role, or all of them if no role
 * remains. Otherwise a removed member could return under another address. Lock the organization first.
 */
export async function withdrawInvitations(
  tx: Transaction,
  { organizationId, userId }: Inviter,
  remaining: Role | null,
  audit: Change['audit'],
): Promise<void> {
  const roles = rolesBeyond(remaining)
  const withdrawn = await invitationRepository(tx).withdrawInvitations(
    organizationId,
    userId,
    roles,
  )
  for (const invitation of withdrawn) {
    const changes = difference(invitation, null, ['email', 'role'])
    audit({ action: 'invitation.delete', resourceId: invitation.id, changes })
  }
}
