import type { Actor, Role, TokenScope } from '@vitrine/database'
import type { FastifyRequest } from 'fastify'

/**
 * The owner and the session of an access token. Tokens of the previous release have no `sid`. They are
 * valid while their account has a live session.
 */
export type TokenClaims = { sub: string; sid?: string }

/** A personal access token, as in its row. The row never changes. */
type PersonalToken = { role: Role; scope: TokenScope }

/** The owner of a verified token: an access token, or a personal access token of `sub`. */
export type Bearer = TokenClaims & { personalToken?: PersonalToken }

/** On whose behalf the database is queried. */
export const actorOf = ({ sub, personalToken }: Bearer): Actor => ({
  userId: sub,
  tokenScope: personalToken?.scope ?? null,
})

/** The owner of the verified token; null before it is verified, and for calls without one. */
export const bearerOf = (request: FastifyRequest): Bearer | null =>
  (request.user as Bearer | null | undefined) ?? null

/** Whether the request has a bearer token, valid or not. The scheme is case-insensitive. */
export const sendsToken = ({ headers }: FastifyRequest): boolean =>
  /^bearer +\S/i.test(headers.authorization ?? '')
