import { prefixedSecrets } from '@vitrine/contracts'
import { AppError } from '@vitrine/contracts/errors'
import type { Scoped } from '@vitrine/database'
import { type App, documentErrors } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import type { Bearer } from './bearer.js'
import { type FoundPersonalToken, rightsRepository } from './repository.js'

const prefix = 'vpat_'

/** Personal access tokens: `vpat_`, 32 random characters and 6 of checksum. */
export const personalTokenSecrets = prefixedSecrets(prefix)

/** The personal access token of a request, valid or not; null if it sends none. */
export function sentPersonalToken({ headers }: FastifyRequest): string | null {
  const [, sent = ''] = /^bearer +(\S.*)$/i.exec(headers.authorization ?? '') ?? []
  return sent.startsWith(prefix) ? sent.trimEnd() : null
}

/**
 * Sets `request.user` to the owner of a personal access token. A malformed token is rejected without a
 * look-up.
 *
 * @throws AppError TOKEN_INVALID, TOKEN_EXPIRED
 */
export const verifyPersonalToken =
  (database: Scoped) =>
  async (request: FastifyRequest, token: string): Promise<void> => {
    if (!personalTokenSecrets.isWellFormed(token)) throw personalTokenMalformed()
    const found = await rightsRepository(database.sql).findPersonalToken(
      personalTokenSecrets.hash(token),
    )
    if (found === null) throw personalTokenRevoked()
    // Set before an expired token is rejected, so that the rejection is logged for its owner.
    request.user = bearerOf(found)
    if (found.isExpired) throw personalTokenExpired()
  }

export type VerifyPersonalToken = ReturnType<typeof verifyPersonalToken>

const bearerOf = ({ id, userId, organizationId, projectId, role }: FoundPersonalToken): Bearer => ({
  sub: userId,
  personalToken: { role, scope: { tokenId: id, organizationId, projectId } },
})

/** For calls without a token, which reject personal access tokens. */
export function refusePersonalTokens(scope: App): void {
  documentErrors(scope, ['FORBIDDEN'])
  scope.addHook('onRequest', async (request) => {
    if (sentPersonalToken(request) === null) return
    throw new AppError(
      'FORBIDDEN',
      'This call does not take a personal access token. Leave out the Authorization header, or send an access token.',
    )
  })
}

const personalTokenMalformed = () =>
  new AppError(
    'TOKEN_INVALID',
    'This is not a personal access token: its checksum is wrong. Send the whole token, as it was shown.',
  )

export const personalTokenRevoked = () =>
  new AppError(
    'TOKEN_INVALID',
    'There is no such personal access token, or it was revoked. Create one with POST /api/auth/tokens.',
  )

export const personalTokenExpired = () =>
  new AppError(
    'TOKEN_EXPIRED',
    'The personal access token has expired. Create one with POST /api/auth/tokens.',
  )
