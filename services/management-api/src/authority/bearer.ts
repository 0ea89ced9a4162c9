import type { Actor, Role, TokenScope } from '@vitrine/database'

/**
 * Whose access token it is and of which session. Tokens of the release before sessions were named
 * have no `sid`. They count while their account has any session that has not ended.
 */
export type TokenClaims = { sub: string; sid?: string }

/** A personal access token, as in its row. The row never changes. */
type PersonalToken = { role: Role; scope: TokenScope }

/** Who calls, by a token that was verified: an access token, or a personal access token of `sub`. */
export type Bearer = TokenClaims & { personalToken?: PersonalToken }

/** On whose behalf the database is queried. */
export const actorOf = ({ sub, personalToken }: Bearer): Actor => ({
  userId: sub,
  tokenScope: personalToken?.scope ?? null,
})
