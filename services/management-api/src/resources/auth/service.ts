import type { Scoped } from '@vitrine/database'
import { AppError, isViolationOf } from '@vitrine/errors'
import { difference } from '../../audit.js'
import type { Changes } from '../../changes.js'
import type { Call, Origin } from '../../plugins/call.js'
import { untilSlugIsFree } from '../../slug.js'
import type { SecurityLog } from '../audit-events/security-log.js'
import { freeOrganizationSlug, organizationSlugIndex } from '../organizations/free-slug.js'
import type { Attempts } from './attempts.js'
import type { Passwords } from './passwords.js'
import { authRepository } from './repository.js'
import type { Credentials, Registration, Session } from './schemas.js'
import type { Sessions } from './sessions.js'

/** Of whom nothing is known yet but the request and where it came from. */
export type Requester = Call & { address: string }

type Deps = {
  database: Scoped
  changes: Changes
  passwords: Passwords
  sessions: Sessions
  attempts: Attempts
  security: SecurityLog
}

/** Ways in: registration and login. */
export function createAuthService(deps: Deps) {
  const { database, changes, passwords, sessions, attempts, security } = deps
  const accounts = authRepository(database)

  const logIn = async ({ email, password }: Credentials): Promise<Session> => {
    const user = await accounts.findUserByEmail(email)
    if (!(await passwords.matches(password, user?.passwordHash)) || user === null) {
      throw new AppError('CREDENTIALS_INVALID', 'The e-mail or the password is wrong.')
    }
    // No session begins with a password that is being changed: the change ends all others.
    const session = await database.transaction(async (tx) => {
      const isCurrent = await authRepository(tx).lockPassword(user.id, user.passwordHash)
      return isCurrent ? sessions.start(user, tx) : null
    })
    if (session === null) return logIn({ email, password })
    const renewed = await passwords.renewed(password, user.passwordHash)
    if (renewed !== null) await accounts.replacePassword(user.id, user.passwordHash, renewed)
    return session
  }

  return {
    register: async (input: Registration, { address, ...request }: Requester): Promise<Session> => {
      const { organizationName, password, ...user } = input
      passwords.check(password, user)
      await attempts.registration(address)
      const passwordHash = await passwords.hash(password)
      const account = { ...user, passwordHash }
      const author = { ...request, userId: null, organizationId: null, authority: null }
      const create = () =>
        changes.write(author, async (tx, { audit }) => {
          const slug = await freeOrganizationSlug(tx, organizationName)
          const organization = { name: organizationName, slug }
          const owner = await authRepository(tx).createOwner(account, organization)
          const session = await sessions.start(owner, tx)
          const changed = difference(null, organization, ['name', 'slug'])
          for (const { organizationId } of owner.memberships) {
            audit({
              action: 'organization.create',
              resourceId: organizationId,
              changes: changed,
              organizationId,
              actorId: owner.id,
            })
          }
          return session
        })
      try {
        return await untilSlugIsFree(organizationSlugIndex, create)
      } catch (error) {
        if (isViolationOf(error, 'users_email_key_key')) {
          throw new AppError('EMAIL_TAKEN', 'There is an account with this e-mail already.')
        }
        if (!isViolationOf(error, organizationSlugIndex)) throw error
        throw new AppError('ORGANIZATION_SLUG_TAKEN', 'This name was taken just now. Try again.')
      }
    },

    /** @throws AppError CREDENTIALS_INVALID, TOO_MANY_REQUESTS */
    login: async (credentials: Credentials, origin: Origin): Promise<Session> => {
      const attempt = await attempts.login(origin.address, credentials.email)
      const session = await security.watched(origin, credentials, () => logIn(credentials))
      await attempt.succeeded()
      security.ofAccount(origin, 'account.login', { id: session.user.id, isActor: true })
      return session
    },
  }
}

export type AuthService = ReturnType<typeof createAuthService>
