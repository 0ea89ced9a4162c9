import { AppError, isViolationOf } from '@vitrine/contracts/errors'
import type { Scoped } from '@vitrine/database'
import { difference } from '../../changes/audited-action.js'
import type { Author, Call } from '../../changes/author.js'
import type { Changes } from '../../changes/changes.js'
import { emailKeyIndex } from '../../fields/email.js'
import { untilSlugIsFree } from '../../fields/slug.js'
import type { MailOutbox } from '../../mail/outbox.js'
import type { SecurityLog } from '../../security-log/log.js'
import { freeOrganizationSlug, organizationSlugIndex } from '../organizations/repository.js'
import type { Client } from './client.js'
import type { Passwords } from './passwords/passwords.js'
import { passwordRepository } from './passwords/repository.js'
import { authRepository, type StoredUser } from './repository.js'
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
  outbox: MailOutbox
}

type NewAccount = {
  name: string
  email: string
  passwordHash: string
  /** Whether a mail asks the person to verify the address. */
  isMailed: boolean
}

export class AuthService {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @throws AppError EMAIL_TAKEN, ORGANIZATION_SLUG_TAKEN, VALIDATION_FAILED, TOO_MANY_REQUESTS */
  async register(input: Registration, requester: Requester): Promise<Session> {
    const { database, passwords, attempts, outbox } = this.#deps
    const { organizationName, password, ...user } = input
    passwords.check(password, user)
    await attempts.registration(requester.client)
    const passwordHash = await passwords.hash(password)
    const isTaken = (await authRepository(database).findUserByEmail(user.email)) !== null
    if (isTaken) throw emailTaken()
    const recipient = { email: user.email, isMember: false }
    const isMailed = await outbox.tryCharge('verify', recipient)
    const account = { ...user, passwordHash, isMailed }
    try {
      const session = await untilSlugIsFree(organizationSlugIndex, () =>
        this.#create(account, organizationName, requester),
      )
      if (isMailed) outbox.wake()
      return session
    } catch (error) {
      if (isViolationOf(error, emailKeyIndex)) throw emailTaken()
      if (!isViolationOf(error, organizationSlugIndex)) throw error
      throw new AppError('ORGANIZATION_SLUG_TAKEN', 'This name was taken just now. Try again.')
    }
  }

  /** @throws AppError CREDENTIALS_INVALID, TOO_MANY_REQUESTS */
  async login(credentials: Credentials, client: Client): Promise<Session> {
    const { database, attempts, security } = this.#deps
    const { email } = credentials
    const user = await authRepository(database).findUserByEmail(email)
    const attempt = await attempts.login(client, { email, user })
    const session = await security.watched(client, credentials, () =>
      this.#logIn(credentials, user, client),
    )
    await attempt.succeeded()
    security.ofAccount(client, 'account.login', { id: session.user.id, isActor: true })
    return session
  }

  #create(
    { isMailed, ...user }: NewAccount,
    organizationName: string,
    { client, ...call }: Requester,
  ): Promise<Session> {
    const { changes, sessions, outbox } = this.#deps
    const author: Author = { ...call, ...withoutAccount }
    return changes.write(author, async (tx, { audit }) => {
      const slug = await freeOrganizationSlug(tx, organizationName)
      const organization = { name: organizationName, slug }
      const owner = await authRepository(tx).createOwner(user, organization)
      const session = await sessions.start(owner, client, tx)
      if (isMailed) await outbox.postVerification(tx, owner.id)
      const action = { action: 'organization.create', actorId: owner.id }
      const changed = difference(null, organization, ['name', 'slug'])
      for (const { organizationId } of owner.memberships) {
        audit({ ...action, resourceId: organizationId, organizationId, changes: changed })
      }
      return session
    })
  }

  async #logIn(
    { email, password }: Credentials,
    user: StoredUser | null,
    client: Client,
  ): Promise<Session> {
    const { database, passwords, sessions } = this.#deps
    if (!(await passwords.matches(password, user?.passwordHash)) || user === null) {
      throw new AppError('CREDENTIALS_INVALID', 'The e-mail or the password is wrong.')
    }
    // Otherwise a session could begin with a password that is being changed, and outlive the change.
    const session = await database.transaction(async (tx) => {
      const isCurrent = await passwordRepository(tx).lock(user.id, user.passwordHash)
      return isCurrent ? sessions.start(user, client, tx) : null
    })
    if (session === null) {
      const changed = await authRepository(database).findUserByEmail(email)
      return this.#logIn({ email, password }, changed, client)
    }
    const renewed = await passwords.renewed(password, user.passwordHash)
    if (renewed !== null) {
      await passwordRepository(database).rehash(user.id, user.passwordHash, renewed)
    }
    return session
  }
}

const withoutAccount = { userId: null, tokenScope: null, organizationId: null, rights: null }

const emailTaken = () =>
  new AppError('EMAIL_TAKEN', 'There is an account with this e-mail already.')
