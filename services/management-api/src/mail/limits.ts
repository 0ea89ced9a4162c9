import { createHash } from 'node:crypto'
import { AppError } from '@vitrine/contracts/errors'
import { networkOf } from '@vitrine/http'
import { emailKeyOf } from '../fields/email.js'
import type { WindowCounter } from '../limits/window-counter.js'

type Deps = {
  /** In windows of `mailWindowSeconds`. */
  counter: WindowCounter
  /** In windows of an hour. */
  hourly: WindowCounter
  /** Calls about mail from one address. */
  perAddress: number
  /** Mails of one kind to one mailbox. */
  perMailbox: number
}

/** Shorter than the lifetime of a reset token, so a person over the limit has a valid token. */
export const mailWindowSeconds = 900

/**
 * Mails in an hour, of all kinds together, to an address that is not a member's: a stranger may have named
 * it. One of them is kept for a reset of the password, by which the owner of the address claims an account
 * that a stranger has made with it. Otherwise the stranger could use them up.
 */
const perStranger = { all: 3, butResets: 2 }

export type MailKind = 'verify' | 'reset' | 'invitation' | 'token'

export type Recipient = {
  email: string
  /** Whether the owner of the address has shown that it is theirs. */
  isMember: boolean
}

/** The mailbox of an account. */
export const recipientOf = (account: {
  email: string
  emailVerifiedAt: Date | null
}): Recipient => ({ email: account.email, isMember: account.emailVerifiedAt !== null })

/** Prevents a stranger from filling another person's mailbox. */
export function createMailLimits({ counter, hourly, perAddress, perMailbox }: Deps) {
  /** While each instance counts alone, half of the limit applies. */
  const exceeds = async (counts: WindowCounter, key: string, limit: number) => {
    const { count, resetMs, isShared } = await counts.add(key, 1)
    return { isOver: count > (isShared ? limit : Math.ceil(limit / 2)), resetMs }
  }
  const isWithin = async (counts: WindowCounter, key: string, limit: number) =>
    !(await exceeds(counts, key, limit)).isOver

  return {
    /** @throws AppError TOO_MANY_REQUESTS */
    call: async (address: string): Promise<void> => {
      const key = `mail:address:${networkOf(address)}`
      const { isOver, resetMs } = await exceeds(counter, key, perAddress)
      if (!isOver) return
      throw new AppError('TOO_MANY_REQUESTS', 'Too many attempts. Try again in a few minutes.', {
        retryAfterSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
      })
    },

    /**
     * Whether another mail is within the limits. Of a call without a login the answer never depends on it, so
     * that it does not reveal an account.
     */
    mailbox: async (about: MailKind, { email, isMember }: Recipient): Promise<boolean> => {
      const mailbox = createHash('sha256').update(emailKeyOf(email)).digest('base64url')
      if (!(await isWithin(counter, `mail:${about}:${mailbox}`, perMailbox))) return false
      if (isMember) return true
      const { all, butResets } = perStranger
      const isOther = about !== 'reset'
      if (isOther && !(await isWithin(hourly, `mail:other:${mailbox}`, butResets))) return false
      return isWithin(hourly, `mail:all:${mailbox}`, all)
    },
  }
}

export type MailLimits = ReturnType<typeof createMailLimits>
