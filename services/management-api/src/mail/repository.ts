import type { Queryable } from '@vitrine/database'
import { emailKeyOf } from '../fields/email.js'

type Bytes = Uint8Array<ArrayBuffer>
type TokenPurpose = 'VERIFY' | 'RESET'
type NewToken = {
  id: string
  userId: string
  purpose: TokenPurpose
  tokenHash: Bytes
  expiresAt: Date
}

const recipient = { id: true, name: true, email: true } as const

export const mailRepository = (db: Queryable) => ({
  /** A second attempt to send a mail finds its token already stored. */
  storeToken: async ({ id, ...row }: NewToken): Promise<void> => {
    const { tokenHash } = row
    const select = { id: true }
    await db.emailToken.upsert({
      where: { id },
      create: { id, ...row },
      update: { tokenHash },
      select,
    })
  },

  /** Finds a token that has not expired. */
  findToken: (purpose: TokenPurpose, tokenHash: Bytes) =>
    db.emailToken.findFirst({
      where: { purpose, tokenHash, expiresAt: { gt: new Date() } },
      select: {
        user: {
          select: { ...recipient, passwordHash: true, passwordSetAt: true, emailVerifiedAt: true },
        },
      },
    }),

  /** If several callers spend a token concurrently, one gets true. */
  spendToken: async (tokenHash: Bytes): Promise<boolean> => {
    const where = { tokenHash, expiresAt: { gt: new Date() } }
    return (await db.emailToken.deleteMany({ where })).count > 0
  },

  /** @param purpose limits it to these tokens; all tokens if left out. */
  deleteTokens: async (userId: string, purpose?: TokenPurpose): Promise<void> => {
    await db.emailToken.deleteMany({ where: { userId, ...(purpose && { purpose }) } })
  },

  findUser: (userId: string) =>
    db.user.findUnique({
      where: { id: userId },
      select: { ...recipient, emailVerifiedAt: true },
    }),

  findUserByEmail: (email: string) =>
    db.user.findUnique({
      where: { emailKey: emailKeyOf(email) },
      select: { ...recipient, createdAt: true, emailVerifiedAt: true },
    }),

  findOrganization: (id: string) =>
    db.organization.findUnique({ where: { id }, select: { name: true } }),

  /** Finds only open invitations. */
  findInvitation: (organizationId: string, id: string) =>
    db.invitation.findFirst({
      where: { organizationId, id, acceptedAt: null, expiresAt: { gt: new Date() } },
      select: {
        email: true,
        role: true,
        expiresAt: true,
        organization: { select: { name: true } },
        invitedBy: { select: { name: true } },
      },
    }),

  storeInvitationToken: async (id: string, mailTokenHash: Bytes): Promise<void> => {
    await db.invitation.updateMany({ where: { id }, data: { mailTokenHash } })
  },
})
