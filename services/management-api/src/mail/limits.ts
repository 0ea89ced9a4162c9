import { createHash } from 'node:crypto'
import { AppError } from '@vitrine/contracts/errors'
import { networkOf } from '@vitrine/http'
import type { WindowCounter } from '../limits/window-counter.js'

type Deps = {
  /** In windows of `mailWindowSeconds`. */
  counter: WindowCounter
  /** Calls about mail from one address. */
  perAddress: number
  /** Mails of one kind to one mailbox. */
  perMailbox: number
}

/** Shorter than the lifetime of a reset token, so a person over the limit has a valid token. */
export const mailWindowSeconds = 900

/** Prevents a stranger from filling another person's mailbox. */
export function createMailLimits({ counter, perAddress, perMailbox }: Deps) {
  /** While each instance counts alone, half of the limit applies. */
  const exceeds = async (key: string, limit: number) => {
    const { count, resetMs, isShared } = await counter.add(key, 1)
    return { isOver: count > (isShared ? limit : Math.ceil(limit / 2)), resetMs }
  }
  return {
    /** @throws AppError TOO_MANY_REQUESTS */
    call: async (address: string): Promise<void> => {
      const { isOver, resetMs } = await exceeds(`mail:address:${networkOf(address)}`, perAddress)
      if (!isOver) return
      throw new AppError('TOO_MANY_REQUESTS', 'Too many attempts. Try again in a few minutes.', {
        retryAfterSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
      })
    },

    /**
     * Whether another mail is within the limit. The answer never depends on it, so that it does not reveal
     * an account.
     */
    mailbox: async (about: string, email: string): Promise<boolean> => {
      const mailbox = createHash('sha256').update(email.toLowerCase()).digest('base64url')
      return !(await exceeds(`mail:${about}:${mailbox}`, perMailbox)).isOver
    },
  }
}

export type MailLimits = ReturnType<typeof createMailLimits>
