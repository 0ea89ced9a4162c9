import type { Queryable, Role } from '@vitrine/database'
import type { PageQuery } from '@vitrine/http'
import { emailKeyOf } from '../auth/repository.js'

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

  /** The open ones, expired or not. */
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

  /** Whom an earlier invitation was for: its token opens nothing any more. */
  withdraw: async (organizationId: string, email: string): Promise<void> => {
    const where = { organizationId, emailKey: emailKeyOf(email), acceptedAt: null }
    await db.invitation.deleteMany({ where })
  },

  /** The open ones in which a person offers one of the roles. @returns those that there were. */
  withdrawOffers: async (organizationId: string, userId: string, roles: readonly Role[]) => {
    const open = { organizationId, invitedById: userId, acceptedAt: null }
    const where = { ...open, role: { in: [...roles] } }
    const offers = await db.invitation.findMany({ where, select: fields })
    await db.invitation.deleteMany({ where: { id: { in: offers.map(({ id }) => id) } } })
    return offers
  },

  /** Open and not expired; by the token that was shown, or by the one that was mailed. */
  findByToken: (tokenHash: Bytes) =>
    db.invitation.findFirst({
      where: {
        OR: [{ tokenHash }, { mailTokenHash: tokenHash }],
        acceptedAt: null,
        expiresAt: { gt: new Date() },
      },
      select: {
        id: true,
        organizationId: true,
        email: true,
        role: true,
        invitedById: true,
        mailTokenHash: true,
      },
    }),

  /** @returns whether it was open until now. */
  close: async (organizationId: string, invitationId: string): Promise<boolean> => {
    const { count } = await db.invitation.updateMany({
      where: { organizationId, id: invitationId, acceptedAt: null },
      data: { acceptedAt: new Date() },
    })
    return count === 1
  },

  /** Accepted or not: nothing is done with one any more. @returns how many, at most `limit`. */
  deleteExpired: (limit: number): Promise<number> =>
    db.$executeRaw`
      DELETE FROM invitations WHERE id IN (
        SELECT id FROM invitations WHERE expires_at < now() LIMIT ${limit} FOR UPDATE SKIP LOCKED)`,

  createUser: (user: { name: string; email: string; passwordHash: string }) =>
    db.user.create({
      data: { ...user, emailKey: emailKeyOf(user.email) },
      select: { id: true, name: true, email: true },
    }),

  isMember: async (organizationId: string, email: string): Promise<boolean> => {
    const where = { organizationId, user: { emailKey: emailKeyOf(email) } }
    return (await db.membership.count({ where })) > 0
  },
})
