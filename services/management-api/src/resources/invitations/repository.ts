import type { Queryable, Role } from '@vitrine/database'
import type { PageQuery } from '@vitrine/http'
import { emailKeyOf } from '../../fields/email.js'
import { createPage } from '../../paging/pages.js'
import { newestFirst } from '../../paging/sort.js'

const fields = {
  id: true,
  email: true,
  role: true,
  invitedById: true,
  expiresAt: true,
  createdAt: true,
} as const

type Bytes = Uint8Array<ArrayBuffer>
type NewRow = {
  email: string
  role: Role
  invitedById: string
  tokenHash: Bytes
  expiresAt: Date
}

/** An invitation is open until it is accepted. */
export const invitationRepository = (db: Queryable) => ({
  create: (organizationId: string, row: NewRow) =>
    db.invitation.create({
      data: { organizationId, ...row, emailKey: emailKeyOf(row.email) },
      select: fields,
    }),

  find: (organizationId: string, invitationId: string) =>
    db.invitation.findFirst({
      where: { organizationId, id: invitationId, acceptedAt: null },
      select: fields,
    }),

  /** Open invitations, expired or not. */
  list: async (organizationId: string, query: PageQuery) => {
    const page = createPage(newestFirst('invitations'), query)
    const where = { organizationId, acceptedAt: null }
    return page.read(
      where,
      (rows) => db.invitation.findMany({ ...rows, select: fields }),
      (all) => db.invitation.count(all),
    )
  },

  delete: async (organizationId: string, invitationId: string): Promise<void> => {
    await db.invitation.deleteMany({ where: { organizationId, id: invitationId } })
  },

  isMember: async (organizationId: string, email: string): Promise<boolean> => {
    const where = { organizationId, user: { emailKey: emailKeyOf(email) } }
    return (await db.membership.count({ where })) > 0
  },

  /** Whether an account, of any organization, has verified the address. Uses the role for accounts. */
  isVerified: async (email: string): Promise<boolean> => {
    const where = { emailKey: emailKeyOf(email), emailVerifiedAt: { not: null } }
    return (await db.user.count({ where })) > 0
  },

  /** Withdraws an earlier invitation to the address, whose token becomes invalid. */
  withdraw: async (organizationId: string, email: string): Promise<void> => {
    const where = { organizationId, emailKey: emailKeyOf(email), acceptedAt: null }
    await db.invitation.deleteMany({ where })
  },

  /** Withdraws a person's open invitations for one of the roles. @returns the withdrawn ones. */
  withdrawInvitations: async (organizationId: string, userId: string, roles: readonly Role[]) => {
    const open = { organizationId, invitedById: userId, acceptedAt: null }
    const where = { ...open, role: { in: [...roles] } }
    const withdrawn = await db.invitation.findMany({ where, select: fields })
    await db.invitation.deleteMany({ where: { id: { in: withdrawn.map(({ id }) => id) } } })
    return withdrawn
  },
})
