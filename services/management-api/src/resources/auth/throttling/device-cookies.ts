import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Keyring } from '../../../secrets/keyring.js'
import type { Cookies } from '../client.js'

const lifetimeSeconds = 365 * 86_400

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
    /** Call it after a successful login. */
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
    deviceOf: (cookies: Cookies, userId: string): string | null => {
      const [id = '', issued = '', kid = '', signature = ''] = (
        cookies[nameOf(userId)] ?? ''
      ).split('.')
      const secret = keyring.find(kid)
      if (secret === null) return null
      const expected = Buffer.from(sign(`${userId}.${id}.${issued}.${kid}`, secret))
      const received = Buffer.from(signature)
      if (received.length !== expected.length || !timingSafeEqual(received, expected)) return null
      return Number(issued) + lifetimeSeconds > now() / 1000 ? id : null
    },
  }
}

export type DeviceCookies = ReturnType<typeof createDeviceCookies>
