/**
 * Whose access token it is and of which session. Tokens of the release before sessions were named
 * have no `sid`. They count while their account has any session that has not ended.
 */
export type TokenClaims = { sub: string; sid?: string }
