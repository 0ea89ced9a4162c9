import { randomBytes } from 'node:crypto'
import { slugFrom } from '@vitrine/contracts'
import type { Database } from '@vitrine/database'
import { AppError, isViolationOf } from '@vitrine/errors'
import { difference } from '../../audit.js'
import type { Author, Changes } from '../../changes.js'
import type { AccessTokens } from '../../plugins/authentication.js'
import type { Passwords } from './passwords.js'
import { createRefreshToken } from './refresh-token.js'
import { type AuthRepository, authRepository } from './repository.js'
import type { Credentials, Registration, Session } from './schemas.js'

/** Of whom nothing is known yet but the request. */
export type Requester = Pick<Author, 'requestId' | 'claim'>

type Deps = {
  database: Database
  changes: Changes
  passwords: Passwords
  accessTokens: AccessTokens
  refreshTokenDays: number
}

type User = { id: string; name: string; email: string; memberships: { organizationId: string }[] }

export function createAuthService({
  database,
  changes,
  passwords,
  accessTokens,
  refreshTokenDays,
}: Deps) {
  const accounts = authRepository(database)

  const startSession = async (user: User, accounts: AuthRepository): Promise<Session> => {
    const [membership] = user.memberships
    if (membership === undefined) {
      throw new AppError('FORBIDDEN', 'This account belongs to no organization any more.')
    }
    const { token, stored } = createRefreshToken(refreshTokenDays)
    await accounts.createSession(user.id, stored)
    return {
      accessToken: accessTokens.issue(user.id),
      refreshToken: token,
      tokenType: 'Bearer',
      expiresIn: accessTokens.lifetimeSeconds,
      organizationId: membership.organizationId,
      user,
    }
  }

  /** The slug of the name where it is free, else with a few random characters behind it. */
  const freeSlug = async (name: string): Promise<string> => {
    const slug = slugFrom(name)?.slice(0, 90).replace(/-$/, '') ?? 'organization'
    if (!(await accounts.isOrganizationSlugTaken(slug))) return slug
    return `${slug}-${randomBytes(4).toString('hex')}`
  }

  return {
    register: async (input: Registration, request: Requester): Promise<Session> => {
      const { organizationName, password, ...user } = input
      const passwordHash = await passwords.hash(password)
      const organization = { name: organizationName, slug: await freeSlug(organizationName) }
      try {
        const author = { ...request, userId: null, organizationId: null }
        return await changes.write(author, async (tx, { audit }) => {
          const owner = await authRepository(tx).createOwner(
            { ...user, passwordHash },
            organization,
          )
          const session = await startSession(owner, authRepository(tx))
          const { organizationId } = session
          const changed = difference(null, organization, ['name', 'slug'])
          audit({
            action: 'organization.create',
            resourceId: organizationId,
            changes: changed,
            organizationId,
            actorId: owner.id,
          })
          return session
        })
      } catch (error) {
        if (isViolationOf(error, 'users_email_key_key')) {
          throw new AppError('EMAIL_TAKEN', 'There is an account with this e-mail already.')
        }
        if (!isViolationOf(error, 'organizations_slug_key')) throw error
        throw new AppError('ORGANIZATION_SLUG_TAKEN', 'This name was taken just now. Try again.')
      }
    },

    login: async ({ email, password }: Credentials): Promise<Session> => {
      const user = await accounts.findUserByEmail(email)
      if (!(await passwords.matches(password, user?.passwordHash)) || user === null) {
        throw new AppError('CREDENTIALS_INVALID', 'The e-mail or the password is wrong.')
      }
      return startSession(user, accounts)
    },

    me: async (userId: string) => {
      const me = await accounts.findMe(userId)
      if (me === null) throw new AppError('TOKEN_INVALID', 'This account is gone.')
      const { memberships, ...user } = me
      return {
        ...user,
        organizations: memberships.map(({ role, organization }) => ({ ...organization, role })),
      }
    },
  }
}

export type AuthService = ReturnType<typeof createAuthService>
