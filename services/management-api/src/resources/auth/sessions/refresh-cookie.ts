import { AppError } from '@vitrine/contracts/errors'
import { type App, documentErrors } from '@vitrine/http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CookieSession, Session, SessionMode } from '../schemas.js'
import type { Sessions } from './sessions.js'

/** How a call is made in cookie mode. */
export const byCookie =
  'With `"session": "cookie"` the refresh token is in a cookie (`HttpOnly`, `SameSite=Strict`, for `/api/auth` only) and in no ' +
  'body. Such a call must come from a page of the origin of PUBLIC_URL, which is https or http://localhost.'

/** The documentation of a call that begins or continues a session. */
export const givesSession = {
  description: byCookie,
  openapi: {
    responseHeaders: {
      'Set-Cookie': { type: 'string', description: 'the refresh token, if session is cookie' },
    },
  },
} as const

/**
 * Tells the pages of the console that this browser has a refresh cookie, which they cannot see. So they ask for
 * a session only where there may be one. It is no secret, and nothing is allowed by it.
 */
const presenceCookie = 'vitrine-signed-in'

type Options = { publicUrl: string; lifetimeDays: number }

/**
 * Keeps the refresh token of a browser out of the reach of scripts. Calls that ask for it read and set it;
 * others ignore it. So that no other page can make them, they must come from a page of the same origin.
 */
export class RefreshCookie {
  readonly #origin: string
  readonly #isSecure: boolean
  /** Whether browsers keep the cookie secret: over https, or on this machine. */
  readonly #isPrivate: boolean
  readonly #maxAge: number

  constructor({ publicUrl, lifetimeDays }: Options) {
    const { origin, protocol, hostname } = new URL(publicUrl)
    this.#origin = origin
    this.#isSecure = protocol === 'https:'
    this.#isPrivate = this.#isSecure || hostname === 'localhost'
    this.#maxAge = lifetimeDays * 86_400
  }

  /** Checks each call of the scope whose body asks for the cookie, before its handler runs. */
  protect(scope: App): void {
    documentErrors(scope, ({ schema }) =>
      takesSession(schema?.body) ? ['COOKIE_MODE_NEEDS_HTTPS', 'ORIGIN_NOT_ALLOWED'] : [],
    )
    scope.addHook('preHandler', async (request) => {
      const { session } = (request.body ?? {}) as { session?: SessionMode }
      if (session === 'cookie') this.#requireSameOrigin(request)
    })
  }

  /** The refresh token of the call; empty if the browser has none. */
  read({ cookies }: FastifyRequest): string {
    return cookies[this.#name] ?? ''
  }

  /** Moves the refresh token from the answer to the cookie if the call asked for that. */
  deliver(reply: FastifyReply, session: Session, mode: SessionMode): Session | CookieSession {
    if (mode === undefined) return session
    const { refreshToken, ...rest } = session
    reply.setCookie(this.#name, refreshToken, { ...this.#attributes, maxAge: this.#maxAge })
    reply.setCookie(presenceCookie, '1', { ...this.#presence, maxAge: this.#maxAge })
    return rest
  }

  /** Removes the cookie from a browser that has it. */
  clear({ cookies }: FastifyRequest, reply: FastifyReply): void {
    if (cookies[this.#name] === undefined) return
    reply.clearCookie(this.#name, this.#attributes)
    reply.clearCookie(presenceCookie, this.#presence)
  }

  get #name(): string {
    return this.#isSecure ? '__Secure-vitrine-refresh' : 'vitrine-refresh'
  }

  get #attributes() {
    return {
      path: '/api/auth',
      httpOnly: true,
      sameSite: 'strict',
      secure: this.#isSecure,
    } as const
  }

  get #presence() {
    return { path: '/console', sameSite: 'strict', secure: this.#isSecure } as const
  }

  /** @throws AppError COOKIE_MODE_NEEDS_HTTPS, ORIGIN_NOT_ALLOWED */
  #requireSameOrigin({ headers }: FastifyRequest): void {
    if (!this.#isPrivate) throw needsHttps()
    const site = headers['sec-fetch-site']
    const isSame = site === undefined ? headers.origin === this.#origin : site === 'same-origin'
    if (!isSame) throw fromElsewhere(this.#origin)
  }
}

const takesSession = (body: unknown): boolean =>
  'session' in ((body as { properties?: object } | undefined)?.properties ?? {})

/** How the answer of a call that begins a session is repeated. */
export const repeatsSession = (
  sessions: Pick<Sessions, 'requireUnspent'>,
  refreshCookie: RefreshCookie,
) => ({
  requireUsable: (_: FastifyRequest, { refreshToken }: Readonly<Record<string, unknown>>) =>
    sessions.requireUnspent(String(refreshToken)),
  present: ({ body }: FastifyRequest, reply: FastifyReply, answer: object) =>
    refreshCookie.deliver(reply, answer as Session, (body as { session: SessionMode }).session),
})

const needsHttps = () =>
  new AppError(
    'COOKIE_MODE_NEEDS_HTTPS',
    'A session is kept in a cookie only if PUBLIC_URL is https, or http://localhost. Leave "session" out to get the refresh token in the body.',
  )

const fromElsewhere = (origin: string) =>
  new AppError(
    'ORIGIN_NOT_ALLOWED',
    `A call with "session": "cookie" must come from a page of ${origin}: with Sec-Fetch-Site: same-origin, or without that header and with Origin: ${origin}.`,
  )
