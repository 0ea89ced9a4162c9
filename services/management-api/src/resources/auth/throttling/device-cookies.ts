import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Keyring } from '../../../secrets/keyring.js'
import type { Cookies } from '../client.js'

const lifetimeSeconds = 365 * 86_400

/** An account, and when its password replaced another one. */
export type Holder = { id: string; passwordSetAt: Date | null }

type Options = {
  keyring: Keyring
  /** Whether browsers reach the service only by https. */
  isSecure: boolean
  /** Now, ms. */
  now?: () => number
}

/**
 * Marks a browser from which an account has logged in (OWASP: "device cookies"). Failed logins from
 * elsewhere do not count against it, so a stranger cannot lock a person out. The cookie does not log in.
 * It ends with the password under which it was issued, because a thief of that password may have collected many.
 */
export function createDeviceCookies({ keyring, isSecure, now = Date.now }: Options) {
  const sign = (text: string, secret: string): string => {
    const key = Buffer.from(hkdfSync('sha256', secret, '', 'vitrine/device-cookie', 32))
    return createHmac('sha256', key).update(text).digest('base64url')
  }

  /** One cookie per account, since people share browsers. */
  const nameOf = (userId: string): string => {
    const account = createHash('sha256').update(userId).digest('hex').slice(0, 12)
    return `${isSecure ? '__Secure-' : ''}vitrine-device-${account}`
  }

  return {
    /** Call it after a successful login, and after a change of the password. */
    set: (reply: FastifyReply, userId: string): void => {
      const { kid, secret } = keyring.current
      const issued = Math.floor(now() / 1000)
      const device = `${randomBytes(16).toString('base64url')}.${issued}.${kid}`
      reply.setCookie(nameOf(userId), `${device}.${sign(`${userId}.${device}`, secret)}`, {
        path: '/api/auth',
        httpOnly: true,
        sameSite: 'strict',
        secure: isSecure,
        maxAge: lifetimeSeconds,
      })
    },

    /** @returns the id of the device, or null if the account does not know it. */
    deviceOf: (cookies: Cookies, { id: userId, passwordSetAt }: Holder): string | null => {
      const [id = '', issued = '', kid = '', signature = ''] = (
        cookies[nameOf(userId)] ?? ''
      ).split('.')
      const secret = keyring.find(kid)
      if (secret === null) return null
      const expected = Buffer.from(sign(`${userId}.${id}.${issued}.${kid}`, secret))
      const received = Buffer.from(signature)
      if (received.length !== expected.length || !timingSafeEqual(received, expected)) return null
      const earliest = Math.max(
        now() / 1000 - lifetimeSeconds,
        Math.floor((passwordSetAt?.getTime() ?? 0) / 1000),
      )
      return Number(issued) >= earliest ? id : null
    },
  }
}

export type DeviceCookies = ReturnType<typeof createDeviceCookies>
