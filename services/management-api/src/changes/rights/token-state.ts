import { AppError } from '@vitrine/errors'
import type { Bearer } from './bearer.js'
import { personalTokenExpired, personalTokenRevoked } from './personal-tokens.js'
import type { TokenState } from './repository.js'

/** @throws AppError SESSION_ENDED; of a personal access token TOKEN_INVALID, TOKEN_EXPIRED */
export function requireLive({ personalToken }: Bearer, tokenState: TokenState): void {
  if (tokenState === 'live') return
  if (personalToken === undefined) throw sessionEnded()
  throw tokenState === 'expired' ? personalTokenExpired() : personalTokenRevoked()
}

export const sessionEnded = () =>
  new AppError('SESSION_ENDED', 'The session of this access token has ended. Log in again.')
