import type { Actor, Role, TokenScope } from '@vitrine/database'

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
