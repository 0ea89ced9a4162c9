import type { Queryable } from '@vitrine/database'

/** Invitations for the holders of their tokens. */
export const openInvitationRepository = (db: Queryable) => ({
  /**
   * Finds an open, unexpired invitation by either of its tokens: the one shown to the inviter, or the
   * mailed one.
   */
  findByToken: (tokenHash: Uint8Array<ArrayBuffer>) =>
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
        expiresAt: true,
        organization: { select: { name: true } },
        invitedBy: { select: { name: true } },
        mailTokenHash: true,
      },
    }),

  /** @returns whether it was open. */
  close: async (organizationId: string, invitationId: string): Promise<boolean> => {
    const { count } = await db.invitation.updateMany({
      where: { organizationId, id: invitationId, acceptedAt: null },
      data: { acceptedAt: new Date() },
    })
    return count === 1
  },
})

export type OpenInvitation = NonNullable<
  Awaited<ReturnType<ReturnType<typeof openInvitationRepository>['findByToken']>>
>
