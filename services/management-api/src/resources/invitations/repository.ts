import type { Queryable, Role } from '@vitrine/database'
import type { PageQuery } from '@vitrine/http'
import { emailKeyOf } from '../auth/email-key.js'

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
  list: (organizationId: string, { page, size }: PageQuery) => {
    const where = { organizationId, acceptedAt: null }
    return Promise.all([
      db.invitation.findMany({
        where,
        select: fields,
        orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
        skip: page * size,
        take: size,
      }),
      db.invitation.count({ where }),
    ])
  },

  delete: async (organizationId: string, invitationId: string): Promise<void> => {
    await db.invitation.deleteMany({ where: { organizationId, id: invitationId } })
  },

  /** Withdraws an earlier invitation to the address, whose token becomes invalid. */
  withdraw: async (organizationId: string, email: string): Promise<void> => {
    const where = { organizationId, emailKey: emailKeyOf(email), acceptedAt: null }
    await db.invitation.deleteMany({ where })
  },

  /** Withdraws a person's open invitations for one of the roles. @returns the withdrawn ones. */
  withdrawOffers: async (organizationId: string, userId: string, roles: readonly Role[]) => {
    const open = { organizationId, invitedById: userId, acceptedAt: null }
    const where = { ...open, role: { in: [...roles] } }
    const offers = await db.invitation.findMany({ where, select: fields })
    await db.invitation.deleteMany({ where: { id: { in: offers.map(({ id }) => id) } } })
    return offers
  },
})
