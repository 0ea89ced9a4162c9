import type { Scoped } from '@vitrine/database'
import { AppError, isViolationOf } from '@vitrine/errors'
import type { Call } from '../../authority/call.js'
import { difference } from '../../changes/audited-action.js'
import type { Changes } from '../../changes/changes.js'
import { untilSlugIsFree } from '../../fields/slug.js'
import type { Postbox } from '../../mail/postbox.js'
import type { SecurityLog } from '../audit-events/security/log.js'
import { freeOrganizationSlug, organizationSlugIndex } from '../organizations/free-slug.js'
import type { Client } from './client.js'
import type { Passwords } from './passwords/passwords.js'
import { authRepository, emailKeyIndex, emailKeyOf, type StoredUser } from './repository.js'
import type { Credentials, Registration, Session } from './schemas.js'
import type { Sessions } from './sessions/sessions.js'
import type { Attempts } from './throttling/attempts.js'

/** A caller without a login: only the request and its origin are known. */
export type Requester = Call & { client: Client }

type Deps = {
  database: Scoped
  changes: Changes
  passwords: Passwords
  sessions: Sessions
  attempts: Attempts
  security: SecurityLog
  postbox: Postbox
}

/** Registration and login. */
export function createAuthService(deps: Deps) {
  const { database, changes, passwords, sessions, attempts, security, postbox } = deps
  const accounts = authRepository(database)

  const logIn = async (
    { email, password }: Credentials,
    user: StoredUser | null,
    client: Client,
  ): Promise<Session> => {
    if (!(await passwords.matches(password, user?.passwordHash)) || user === null) {
      throw new AppError('CREDENTIALS_INVALID', 'The e-mail or the password is wrong.')
    }
    // Otherwise a session could begin with a password that is being changed, and outlive the change.
    const session = await database.transaction(async (tx) => {
      const isCurrent = await authRepository(tx).lockPassword(user.id, user.passwordHash)
      return isCurrent ? sessions.start(user, client, tx) : null
    })
    if (session === null) {
      return logIn({ email, password }, await accounts.findUserByEmail(email), client)
    }
    const renewed = await passwords.renewed(password, user.passwordHash)
    if (renewed !== null) await accounts.replacePassword(user.id, user.passwordHash, renewed)
    return session
  }

  /**
   * The e-mail with which the new account logs in. null if another account has the address and has not
   * verified it: the account that verifies it first gets the address.
   *
   * @throws AppError EMAIL_TAKEN
   */
  const addressFor = async (email: string): Promise<string | null> => {
    const holder = await accounts.findUserByEmail(email)
    if (holder === null) return emailKeyOf(email)
    if (holder.emailVerifiedAt !== null || !postbox.isOpen) throw emailTaken()
    return null
  }

  return {
    register: async (input: Registration, { client, ...request }: Requester): Promise<Session> => {
      const { organizationName, password, ...user } = input
      passwords.check(password, user)
      await attempts.registration(client)
      const passwordHash = await passwords.hash(password)
      const emailKey = await addressFor(user.email)
      const account = { ...user, emailKey, passwordHash }
      const isMailed = await postbox.admits('verify', user.email)
      const unknown = { userId: null, tokenScope: null, organizationId: null, authority: null }
      const author = { ...request, ...unknown }
      const create = () =>
        changes.write(author, async (tx, { audit }) => {
          const slug = await freeOrganizationSlug(tx, organizationName)
          const organization = { name: organizationName, slug }
          const owner = await authRepository(tx).createOwner(account, organization)
          const session = await sessions.start(owner, client, tx)
          if (isMailed) await postbox.postVerification(tx, owner.id)
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
        const session = await untilSlugIsFree(organizationSlugIndex, create)
        if (isMailed) postbox.wake()
        return session
      } catch (error) {
        if (isViolationOf(error, emailKeyIndex)) throw emailTaken()
        if (!isViolationOf(error, organizationSlugIndex)) throw error
        throw new AppError('ORGANIZATION_SLUG_TAKEN', 'This name was taken just now. Try again.')
      }
    },

    /** @throws AppError CREDENTIALS_INVALID, TOO_MANY_REQUESTS */
    login: async (credentials: Credentials, client: Client): Promise<Session> => {
      const { email } = credentials
      const user = await accounts.findUserByEmail(email)
      const attempt = await attempts.login(client, { email, userId: user?.id })
      const session = await security.watched(client, credentials, () =>
        logIn(credentials, user, client),
      )
      await attempt.succeeded()
      security.ofAccount(client, 'account.login', { id: session.user.id, isActor: true })
      return session
    },
  }
}

export type AuthService = ReturnType<typeof createAuthService>

const emailTaken = () =>
  new AppError('EMAIL_TAKEN', 'There is an account with this e-mail already.')
