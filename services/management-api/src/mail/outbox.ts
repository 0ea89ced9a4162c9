import { randomUUID } from 'node:crypto'
import type { Queryable } from '@vitrine/database'
import type { MailKind, MailLimits, Recipient } from './limits.js'
import { sendMail } from './send-mail.js'

const seconds = { verify: 7 * 86_400, reset: 30 * 60, token: 7 * 86_400 }

type NewToken = {
  userId: string
  organizationId: string
  name: string
  role: string
  createdAt: Date
  expiresAt: Date
}

type Deps = {
  /** Whether this installation sends mail. */
  isOpen: boolean
  limits: MailLimits
  /** Call it when there are new mails to send. */
  wake: () => void
}

/**
 * Schedules mails in the transaction of the change that causes them. Without `SMTP_URL` it schedules none.
 * Call `tryCharge` before the transaction: it counts.
 */
export function createMailOutbox({ isOpen, limits, wake }: Deps) {
  const until = (about: keyof typeof seconds) =>
    new Date(Date.now() + seconds[about] * 1000).toISOString()
  return {
    isOpen,
    /** Counts a mail of this kind to the address. @returns whether it is within the limit. */
    tryCharge: async (about: MailKind, recipient: Recipient): Promise<boolean> =>
      isOpen && (await limits.mailbox(about, recipient)),

    postVerification: (db: Queryable, userId: string): Promise<void> =>
      sendMail.schedule(db, { id: randomUUID(), about: 'verify', userId, until: until('verify') }),

    /** The account is looked up later, so that the answer does not reveal whether it exists. */
    postReset: (db: Queryable, email: string): Promise<void> =>
      sendMail.schedule(db, { id: randomUUID(), about: 'reset', email, until: until('reset') }),

    postInvitation: (
      db: Queryable,
      { id, organizationId, expiresAt }: { id: string; organizationId: string; expiresAt: Date },
    ): Promise<void> => {
      const about = 'invitation' as const
      const due = { organizationId, invitationId: id, until: expiresAt.toISOString() }
      return sendMail.schedule(db, { id: randomUUID(), about, ...due })
    },

    /** Tells the owner of an account of a new personal access token, even if it was revoked since. */
    postTokenNotice: (
      db: Queryable,
      { userId, organizationId, name, role, createdAt, expiresAt }: NewToken,
    ): Promise<void> =>
      sendMail.schedule(db, {
        id: randomUUID(),
        about: 'token',
        userId,
        organizationId,
        token: { name, role, createdAt: createdAt.toJSON(), expiresAt: expiresAt.toJSON() },
        until: until('token'),
      }),

    /** Call it after the commit. */
    wake,
  }
}

export type MailOutbox = ReturnType<typeof createMailOutbox>
