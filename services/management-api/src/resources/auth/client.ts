import Bowser from 'bowser'
import type { FastifyRequest } from 'fastify'
import { type Origin, originOf } from '../../changes/author.js'

export type Cookies = Readonly<Record<string, string | undefined>>

/** The origin of a call. The address is that of the connection, or that given by a trusted proxy. */
export type Client = Origin & {
  userAgent: string | undefined
  cookies: Cookies
}

export const clientOf = (request: FastifyRequest): Client => ({
  ...originOf(request),
  address: request.ip.replace(/^::ffff:(?=\d+\.)/i, ''),
  userAgent: request.headers['user-agent'],
  cookies: request.cookies,
})

/** Characters of a User-Agent that are parsed, and of an unknown one that are shown. */
const length = { read: 400, shown: 60 }

/** "Firefox 140 on Linux", or the beginning of the User-Agent if it is not a known browser. */
export function deviceOf(userAgent: string | undefined): string | null {
  const text = (userAgent ?? '').slice(0, length.read).trim()
  if (text === '') return null
  const { browser, os } = Bowser.parse(text)
  if (browser.name === undefined || os.name === undefined) return text.slice(0, length.shown)
  const [version = ''] = (browser.version ?? '').split('.')
  return `${[browser.name, version].join(' ').trim()} on ${os.name}`.slice(0, length.shown)
}
