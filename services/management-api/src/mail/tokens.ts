import { createHmac, hkdfSync } from 'node:crypto'
import type { Keyring } from '../secrets/keyring.js'

const prefixes = { verify: 'ver_', reset: 'rst_', invitation: 'inv_' } as const

/**
 * One-time tokens in mails. A token is derived from the id of its mail and the service's secret. So a mail
 * that is sent again has the same token, unless the secret was replaced, and neither jobs nor tables
 * contain it.
 */
export function createMailTokens({ current }: Pick<Keyring, 'current'>) {
  const key = Buffer.from(hkdfSync('sha256', current.secret, '', 'vitrine/mail-token', 32))
  return {
    tokenOf: (about: keyof typeof prefixes, mailId: string): string =>
      prefixes[about] + createHmac('sha256', key).update(`${about}:${mailId}`).digest('base64url'),
  }
}

export type MailTokens = ReturnType<typeof createMailTokens>
