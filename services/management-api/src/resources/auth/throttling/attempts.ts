import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { AppError } from '@vitrine/contracts/errors'
import { networkOf } from '@vitrine/http'
import { emailKeyOf } from '../../../fields/email.js'
import type { WindowCounter } from '../../../limits/window-counter.js'
import type { Client } from '../client.js'
import type { DeviceCookies, Holder } from './device-cookies.js'

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

/**
 * Failures of one account in an hour, from all strangers together, after which only known devices and networks
 * may try. As NIST SP 800-63B, section 3.2.2, allows for one account.
 */
export const maxPerAccount = 100

/** The account of a login attempt; `user` is null if there is none with this e-mail. */
export type Account = { email: string; user: Holder | null }

type Deps = {
  /** In windows of a minute. */
  counter: WindowCounter
  /** In windows of an hour. */
  hourly: WindowCounter
  limits: AttemptLimits
  /** The addresses of the live sessions of an account. */
  addressesOf: (email: string) => Promise<readonly string[]>
  devices: Pick<DeviceCookies, 'deviceOf'>
  delay?: (ms: number) => Promise<unknown>
}

/**
 * Limits attempts to guess a password. Failures count for the account and their address or, from a browser
 * that has logged in to the account before, for this browser only. Failures from everywhere else also count for
 * the account, against many addresses that guess together. Beyond that limit the owner still logs in from a browser that
 * is known, or from the network of a live session, and resets the password by mail from anywhere, which makes a browser
 * known. So a stranger cannot lock a person out.
 */
export function createAttempts(deps: Deps) {
  const { counter, hourly, limits, addressesOf, devices, delay = setTimeout } = deps

  /** While each instance counts alone, half of the limit applies. */
  const countOver = async (counts: WindowCounter, key: string, limit: number) => {
    const { count, resetMs, isShared } = await counts.add(key, 1)
    return { over: count - (isShared ? limit : Math.ceil(limit / 2)), resetMs }
  }

  /** @throws AppError TOO_MANY_REQUESTS beyond the limit. */
  const take = async (key: string, limit: number): Promise<void> => {
    const { over, resetMs } = await countOver(counter, key, limit)
    if (over > 0) throw tooMany(resetMs)
  }

  const isKnown = async (network: string, email: string): Promise<boolean> =>
    (await addressesOf(email)).some((address) => networkOf(address) === network)

  const fromStranger = async (network: string, email: string) => {
    const account = createHash('sha256').update(emailKeyOf(email)).digest('base64url')
    const pair = `attempts:login:${network}:${account}`
    const whole = `attempts:login:account:${account}`
    await take(`attempts:login:address:${network}`, limits.loginsPerAddress)
    await take(pair, limits.failures)
    const { over, resetMs } = await countOver(hourly, whole, maxPerAccount)
    // Looked up for an e-mail without an account, too, so that the time tells nothing.
    if (over > 0 && !(await isKnown(network, email))) throw tooManyForAccount(resetMs)
    return {
      succeeded: async (): Promise<void> => {
        await counter.add(pair, -1)
        await hourly.add(whole, -1)
      },
    }
  }

  const fromDevice = async (network: string, device: string) => {
    const key = `attempts:login:device:${device}`
    const most = limits.loginsPerAddress * knownDevicesFactor
    await take(`attempts:login:devices:${network}`, most)
    const { over, resetMs } = await countOver(counter, key, limits.failures)
    if (over > maxDelayed) throw tooMany(resetMs)
    if (over > 0) await delay(over * 1000)
    return {
      succeeded: async (): Promise<void> => {
        await counter.add(key, -1)
      },
    }
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
      { email, user }: Account,
    ) => {
      const network = networkOf(address)
      const device = user === null ? null : devices.deviceOf(cookies, user)
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

const tooManyForAccount = (resetMs: number) =>
  new AppError(
    'TOO_MANY_REQUESTS',
    'Too many wrong passwords for this account from many places. Log in where you have logged in before, choose a new password by mail, or try again later.',
    { retryAfterSeconds: Math.max(1, Math.ceil(resetMs / 1000)) },
  )
