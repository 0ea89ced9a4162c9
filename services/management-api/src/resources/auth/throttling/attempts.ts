import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { AppError } from '@vitrine/errors'
import { networkOf } from '@vitrine/http'
import type { Client } from '../client.js'
import type { DeviceCookies } from './device-cookies.js'
import type { WindowCounter } from './window-counter.js'

/** Each per minute. */
type AttemptLimits = {
  /** Failed logins to one account, from one address or from one known device. */
  failures: number
  /** Logins of one address, failed or not: each costs a hash. */
  loginsPerAddress: number
  registrationsPerAddress: number
}

/**
 * Failures beyond the limit that a known device may have in a minute. The n-th waits n seconds: one
 * after the other, they take 55 s, so only attempts at the same time are ever refused.
 */
const maxDelayed = 10

/** Logins of known devices at one address, as a multiple of those of others. */
const knownDevicesFactor = 5

/** An account that a login is tried at; without `userId` there is none with this e-mail. */
export type Account = { email: string; userId: string | undefined }

type Deps = {
  counter: WindowCounter
  limits: AttemptLimits
  devices: Pick<DeviceCookies, 'deviceOf'>
  delay?: (ms: number) => Promise<unknown>
}

/**
 * How often a password may be tried. Failures count for the account and the address that they come
 * from, or, from a browser that has logged in to the account before, for this browser alone. So a
 * stranger cannot lock a person out.
 */
export function createAttempts({ counter, limits, devices, delay = setTimeout }: Deps) {
  /** Half of the limit counts while each instance counts alone. */
  const countOver = async (key: string, limit: number) => {
    const { count, resetMs, isShared } = await counter.add(key, 1)
    return { over: count - (isShared ? limit : Math.ceil(limit / 2)), resetMs }
  }

  /** @throws AppError TOO_MANY_REQUESTS beyond the limit. */
  const take = async (key: string, limit: number): Promise<void> => {
    const { over, resetMs } = await countOver(key, limit)
    if (over > 0) throw tooMany(resetMs)
  }

  const giveBack = (key: string) => ({
    succeeded: async (): Promise<void> => {
      await counter.add(key, -1)
    },
  })

  const fromStranger = async (network: string, email: string) => {
    const account = createHash('sha256').update(email.toLowerCase()).digest('base64url')
    const pair = `attempts:login:${network}:${account}`
    await take(`attempts:login:address:${network}`, limits.loginsPerAddress)
    await take(pair, limits.failures)
    return giveBack(pair)
  }

  const fromDevice = async (network: string, device: string) => {
    const key = `attempts:login:device:${device}`
    const most = limits.loginsPerAddress * knownDevicesFactor
    await take(`attempts:login:devices:${network}`, most)
    const { over, resetMs } = await countOver(key, limits.failures)
    if (over > maxDelayed) throw tooMany(resetMs)
    if (over > 0) await delay(over * 1000)
    return giveBack(key)
  }

  return {
    /**
     * Before a password is compared. Counted first and given back when it was right: so that
     * attempts at the same time cannot outrun the count. Also counts for an e-mail without an account:
     * being throttled says nothing of it.
     *
     * @throws AppError TOO_MANY_REQUESTS
     */
    login: (
      { address, cookies }: Pick<Client, 'address' | 'cookies'>,
      { email, userId }: Account,
    ) => {
      const network = networkOf(address)
      const device = userId === undefined ? null : devices.deviceOf(cookies, userId)
      return device === null ? fromStranger(network, email) : fromDevice(network, device)
    },

    registration: ({ address }: Pick<Client, 'address'>): Promise<void> =>
      take(`attempts:registration:${networkOf(address)}`, limits.registrationsPerAddress),
  }
}

export type Attempts = ReturnType<typeof createAttempts>

const tooMany = (resetMs: number) =>
  new AppError('TOO_MANY_REQUESTS', 'Too many attempts. Try again in a minute.', {
    retryAfterSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
  })
