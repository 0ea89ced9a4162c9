import { randomBytes } from 'node:crypto'
import { AppError } from '@vitrine/contracts/errors'
import type { ScopedDatabase } from '@vitrine/database'
import type { PageQuery } from '@vitrine/http'
import { difference } from '../../changes/audited-action.js'
import type { Tenant } from '../../changes/author.js'
import { locking } from '../../changes/author.js'
import type { Budgets } from '../../changes/budgets.js'
import type { Changes } from '../../changes/changes.js'
import { requireGrantor } from '../../changes/rights/rights.js'
import type { MailOutbox } from '../../mail/outbox.js'
import { sha256 } from '../../secrets/sha256.js'
import { invitationRepository } from './repository.js'
import type { CreatedInvitation, Invitation, NewInvitation } from './schemas.js'

const audited = ['email', 'role'] as const

const lifetimeMs = 7 * 86_400_000

export function createInvitationService(deps: {
  database: ScopedDatabase
  changes: Changes
  budgets: Budgets
  outbox: MailOutbox
}) {
  const { database, changes, budgets, outbox } = deps
  return {
    /**
     * Replaces an earlier invitation to the same address.
     *
     * @throws AppError FORBIDDEN, ALREADY_MEMBER, QUOTA_EXCEEDED
     */
    create: async (tenant: Tenant, { email, role }: NewInvitation): Promise<CreatedInvitation> => {
      const { organizationId, userId: invitedById } = tenant
      // 256 random bits, shown once.
      const token = `inv_${randomBytes(32).toString('base64url')}`
      const isMember = await invitationRepository(database.forAccounts()).isVerified(email)
      const mailed = await outbox.tryCharge('invitation', { email, isMember })
      const author = locking(tenant, 'organization')
      const created = await changes.write(author, async (tx, { audit, role: actor }) => {
        const invitations = invitationRepository(tx)
        requireGrantor(actor, role)
        if (await invitations.isMember(organizationId, email)) {
          throw new AppError('ALREADY_MEMBER', `${email} is a member of this organization already.`)
        }
        await invitations.withdraw(organizationId, email)
        const expiresAt = new Date(Date.now() + lifetimeMs)
        const row = { email, role, invitedById, tokenHash: sha256(token), expiresAt }
        const invitation = await invitations.create(organizationId, row)
        await budgets.requireWithin(tx, organizationId, { invitations: 1 })
        const changed = difference(null, invitation, audited)
        audit({ action: 'invitation.create', resourceId: invitation.id, changes: changed })
        if (mailed) await outbox.postInvitation(tx, { ...invitation, organizationId })
        return { ...invitation, token, mailed }
      })
      if (mailed) outbox.wake()
      return created
    },

    /** @throws AppError SECRET_REVOKED if the invitation's token is no longer valid. */
    requireOpen: async (tenant: Tenant, invitationId: string): Promise<void> => {
      const invitations = invitationRepository(database.forActor(tenant))
      const invitation = await invitations.find(tenant.organizationId, invitationId)
      if (invitation !== null && invitation.expiresAt > new Date()) return
      throw new AppError(
        'SECRET_REVOKED',
        'This Idempotency-Key has made an invitation that was accepted, withdrawn or has expired since. Send a new key to invite again.',
      )
    },

    list: (tenant: Tenant, query: PageQuery) =>
      database
        .forActor(tenant)
        .transaction((tx) => invitationRepository(tx).list(tenant.organizationId, query)),

    delete: (tenant: Tenant, invitationId: string): Promise<void> =>
      changes.write(
        locking(tenant, 'organization'),
        async (tx, { audit, matching, role: actor }) => {
          const { organizationId } = tenant
          const invitations = invitationRepository(tx)
          const before = requireFound(await invitations.find(organizationId, invitationId))
          requireGrantor(actor, before.role)
          matching(before)
          await invitations.delete(organizationId, invitationId)
          const changed = difference(before, null, audited)
          audit({ action: 'invitation.delete', resourceId: invitationId, changes: changed })
        },
      ),
  }
}

export type InvitationService = ReturnType<typeof createInvitationService>

function requireFound(invitation: Invitation | null): Invitation {
  if (invitation === null) {
    throw new AppError('INVITATION_NOT_FOUND', 'There is no such open invitation.')
  }
  return invitation
}
