import { createHash } from 'node:crypto'
import { AppError } from '@vitrine/errors'
import { networkOf } from '@vitrine/http'
import type { WindowCounter } from './window-counter.js'

/** Each per minute. */
export type AttemptLimits = {
  /** Failed logins of one address to one account. */
  failures: number
  /** Failed logins to one account, from wherever. */
  failuresPerAccount: number
  /** Logins of one address, failed or not: each costs a hash. */
  loginsPerAddress: number
  registrationsPerAddress: number
}

/**
 * How often a password may be tried. Nobody is locked out for longer than the minute that an
 * attempt is counted for, and what one address is refused does not count against the account.
 */
export function createAttempts(deps: { counter: WindowCounter; limits: AttemptLimits }) {
  const { counter, limits } = deps

  /** @throws AppError TOO_MANY_REQUESTS beyond the limit; half of it while each instance counts alone. */
  const take = async (key: string, limit: number): Promise<void> => {
    const { count, resetMs, isShared } = await counter.add(key, 1)
    if (count <= (isShared ? limit : Math.ceil(limit / 2))) return
    throw new AppError('TOO_MANY_REQUESTS', 'Too many attempts. Try again in a minute.', {
      retryAfterSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
    })
  }

  return {
    /**
     * Before a password is compared. Counted first and given back when it was right: so that
     * attempts at the same time cannot outrun the count.
     *
     * @param account the e-mail, also one that nobody has: being throttled says nothing of it.
     */
    login: async (address: string, account: string): Promise<{ succeeded(): Promise<void> }> => {
      const network = networkOf(address)
      const id = createHash('sha256').update(account.toLowerCase()).digest('base64url')
      const pair = `attempts:login:${network}:${id}`
      const everywhere = `attempts:login:account:${id}`
      // One after the other: see above, a refused address does not count against the account.
      await take(`attempts:login:address:${network}`, limits.loginsPerAddress)
      await take(pair, limits.failures)
      await take(everywhere, limits.failuresPerAccount)
      return {
        succeeded: async () => {
          await Promise.all([counter.add(pair, -1), counter.add(everywhere, -1)])
        },
      }
    },

    registration: (address: string): Promise<void> =>
      take(`attempts:registration:${networkOf(address)}`, limits.registrationsPerAddress),
  }
}

export type Attempts = ReturnType<typeof createAttempts>
