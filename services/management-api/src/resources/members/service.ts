import { AppError } from '@vitrine/contracts/errors'
import type { ScopedDatabase, Transaction } from '@vitrine/database'
import { difference } from '../../changes/audited-action.js'
import type { Tenant } from '../../changes/author.js'
import { locking } from '../../changes/author.js'
import type { Changes } from '../../changes/changes.js'
import { requireGrantor } from '../../changes/rights/rights.js'
import { withdrawInvitations } from '../invitations/withdrawal.js'
import { memberRepository } from './repository.js'
import type { Member, MemberQuery, MemberUpdate } from './schemas.js'

export function createMemberService(deps: { database: ScopedDatabase; changes: Changes }) {
  const { database, changes } = deps
  return {
    list: (tenant: Tenant, query: MemberQuery) =>
      database
        .forActor(tenant)
        .transaction((tx) => memberRepository(tx).list(tenant.organizationId, query)),

    get: async (tenant: Tenant, userId: string): Promise<Member> =>
      requireFound(
        await memberRepository(database.forActor(tenant)).find(tenant.organizationId, userId),
      ),

    /** @throws AppError FORBIDDEN, MEMBER_NOT_FOUND, LAST_OWNER */
    update: (tenant: Tenant, userId: string, { role }: MemberUpdate): Promise<Member> =>
      changes.write(
        locking(tenant, 'organization'),
        async (tx, { audit, matching, role: actor }) => {
          const { organizationId } = tenant
          const members = memberRepository(tx)
          requireGrantor(actor, role)
          const before = requireFound(await members.find(organizationId, userId))
          requireGrantor(actor, before.role)
          matching(before)
          if (before.role === role) return before
          if (before.role === 'OWNER') await requireOtherOwner(tx, organizationId)
          const after = await members.setRole(organizationId, userId, role)
          await withdrawInvitations(tx, { organizationId, userId }, role, audit)
          const changed = difference(before, after, ['role'])
          audit({ action: 'member.update', resourceId: userId, changes: changed })
          return after
        },
      ),

    /** Anyone may leave. @throws AppError as `update` */
    remove: (tenant: Tenant, userId: string): Promise<void> =>
      changes.write(
        locking(tenant, 'organization'),
        async (tx, { audit, matching, role: actor }) => {
          const { organizationId } = tenant
          const members = memberRepository(tx)
          const leaves = userId === tenant.userId
          if (!leaves) requireGrantor(actor, 'VIEWER')
          const before = requireFound(await members.find(organizationId, userId))
          if (!leaves) requireGrantor(actor, before.role)
          matching(before)
          if (before.role === 'OWNER') await requireOtherOwner(tx, organizationId)
          // First: a person who has left sees no invitations of the organization.
          await withdrawInvitations(tx, { organizationId, userId }, null, audit)
          await members.delete(organizationId, userId)
          const action = leaves ? 'member.leave' : 'member.remove'
          audit({ action, resourceId: userId, changes: difference(before, null, ['role']) })
        },
      ),
  }
}

export type MemberService = ReturnType<typeof createMemberService>

function requireFound(member: Member | null): Member {
  if (member === null) throw new AppError('MEMBER_NOT_FOUND', 'There is no such member.')
  return member
}

async function requireOtherOwner(tx: Transaction, organizationId: string): Promise<void> {
  if ((await memberRepository(tx).countOwners(organizationId)) > 1) return
  throw new AppError('LAST_OWNER', 'An organization keeps an OWNER: make someone else one first.')
}
