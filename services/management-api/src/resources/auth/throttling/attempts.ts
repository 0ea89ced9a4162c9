import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { AppError } from '@vitrine/contracts/errors'
import { networkOf } from '@vitrine/http'
import type { WindowCounter } from '../../../limits/window-counter.js'
import type { Client } from '../client.js'
import type { DeviceCookies } from './device-cookies.js'

/** Each per minute. */
type AttemptLimits = {
  /** Failed logins to one account, from one address or one known device. */
  failures: number
  /** Logins from one address, failed or not: each costs a hash. */
  loginsPerAddress: number
  registrationsPerAddress: number
}

/**
 * Failures beyond the limit that a known device may have per minute. The n-th waits n seconds: sequentially
 * they take 55 s, so only concurrent attempts are ever rejected.
 */
const maxDelayed = 10

/** Limit for known devices at one address, as a multiple of that for others. */
const knownDevicesFactor = 5

/** The account of a login attempt; without `userId` there is none with this e-mail. */
export type Account = { email: string; userId: string | undefined }

type Deps = {
  counter: WindowCounter
  limits: AttemptLimits
  devices: Pick<DeviceCookies, 'deviceOf'>
  delay?: (ms: number) => Promise<unknown>
}

/**
 * Limits attempts to guess a password. Failures count for the account and their address or, from a browser
 * that has logged in to the account before, for this browser only. So a stranger cannot lock a person out.
 */
export function createAttempts({ counter, limits, devices, delay = setTimeout }: Deps) {
  /** While each instance counts alone, half of the limit applies. */
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
     * Call it before a password is compared. Counts first, and gives the count back if the password was
     * right, so that concurrent attempts cannot exceed the limit. Also counts for an e-mail without an
     * account, so that throttling does not reveal whether it exists.
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
