import type { Queryable, Role, Scoped, Transaction } from '@vitrine/database'
import { AppError, isViolationOf, validationFailed } from '@vitrine/errors'
import type { TokenClaims } from '../../authority/bearer.js'
import type { Call } from '../../authority/call.js'
import { authorityRepository } from '../../authority/repository.js'
import { difference } from '../../changes/audited-action.js'
import type { Changes } from '../../changes/changes.js'
import type { Postbox } from '../../mail/postbox.js'
import type { SecurityLog } from '../audit-events/security/log.js'
import type { Client } from '../auth/client.js'
import type { Passwords } from '../auth/passwords/passwords.js'
import { authRepository } from '../auth/repository.js'
import type { Session } from '../auth/schemas.js'
import type { Sessions } from '../auth/sessions/sessions.js'
import type { Attempts } from '../auth/throttling/attempts.js'
import { rolesBeyond } from '../members/authority.js'
import { memberRepository } from '../members/repository.js'
import type { Budgets } from '../usage/budgets.js'
import { invitationRepository } from './repository.js'
import type { Acceptance } from './schemas.js'
import { hashInvitationToken } from './token.js'

type Deps = {
  database: Scoped
  changes: Changes
  passwords: Passwords
  sessions: Pick<Sessions, 'start'>
  attempts: Attempts
  budgets: Budgets
  security: SecurityLog
  postbox: Postbox
}

type User = { id: string; name: string; email: string }

type Requester = Call & {
  client: Client
  /** The token of the logged-in account; null without one. */
  token: TokenClaims | null
}

/** Returns the invited account, inside the transaction that makes it a member. */
type OpenAccount = (tx: Transaction) => Promise<User>

export function createAcceptance(deps: Deps) {
  const { database, changes, passwords, sessions, attempts, budgets, security, postbox } = deps

  /**
   * The token alone never logs in to an existing account, since the inviter has seen it, too. For the same
   * reason all errors are the same whether or not the e-mail has an account.
   */
  const openByPassword = async (
    email: string,
    known: (User & { passwordHash: string }) | null,
    { name, password }: Acceptance,
    client: Client,
  ): Promise<OpenAccount> => {
    if (password === undefined) throw incomplete({ name, password })
    const attempt = await attempts.login(client, { email, userId: known?.id })
    const isRight = await passwords.matches(password, known?.passwordHash)
    if (known !== null && isRight) {
      await attempt.succeeded()
      return openKnown(known)
    }
    if (known !== null) security.loginFailed(client, email, 'CREDENTIALS_INVALID')
    if (name === undefined) throw incomplete({ name, password })
    passwords.check(password, { name, email })
    if (known !== null) throw wrongPassword()
    await attempt.succeeded()
    await attempts.registration(client)
    const passwordHash = await passwords.hash(password)
    const isMailed = await postbox.admits('verify', email)
    return async (tx) => {
      const user = await invitationRepository(tx).createUser({ name, email, passwordHash })
      if (isMailed) await postbox.postVerification(tx, user.id)
      return user
    }
  }

  const accountOf = async (
    email: string,
    input: Acceptance,
    { client, token }: Requester,
  ): Promise<OpenAccount> => {
    const known = await authRepository(database).findUserByEmail(email)
    if (token !== null) {
      if (known?.id !== token.sub) throw otherAccount()
      return async () => known
    }
    return openByPassword(email, known, input, client)
  }

  /**
   * Makes the invited person a member, creating an account if there is none, and starts a session. If
   * several calls use one token concurrently, one succeeds.
   *
   * @throws AppError INVITATION_INVALID for a token that is unknown, used, withdrawn or expired, and if the
   *   inviter's current role is below the offered one; VALIDATION_FAILED; CREDENTIALS_INVALID;
   *   ALREADY_MEMBER; EMAIL_TAKEN; TOO_MANY_REQUESTS; FORBIDDEN if another account is logged in
   */
  return async (input: Acceptance, requester: Requester): Promise<Session> => {
    const tokenHash = hashInvitationToken(input.token)
    const invitation = await invitationRepository(database).findByToken(tokenHash)
    if (invitation === null) throw invalid()
    await requireOffer(database, invitation)
    const { id, organizationId, role, email } = invitation
    const open = await accountOf(email, input, requester)
    const { token, requestId, clientRequestId } = requester
    const isMailRead = hasToken(invitation.mailTokenHash, tokenHash)
    const authority = token && { token, role: null }
    const call = { requestId, clientRequestId, claim: null }
    const author = { ...call, userId: null, tokenScope: null, organizationId, authority }
    try {
      return await changes.write(author, async (tx, { audit }) => {
        const members = memberRepository(tx)
        await authorityRepository(tx).lockOrganization(organizationId)
        if (!(await invitationRepository(tx).close(organizationId, id))) throw invalid()
        await requireOffer(tx, invitation)
        const user = await open(tx)
        if ((await members.roleOf(organizationId, user.id)) !== null) {
          throw new AppError('ALREADY_MEMBER', 'You are a member of this organization already.')
        }
        await members.add(organizationId, user.id, role)
        await budgets.requireWithin(tx, organizationId, { members: 1 })
        if (isMailRead) await authRepository(tx).verifyAddress(user.id, email)
        const changed = difference(null, { role }, ['role'])
        audit({ action: 'member.join', resourceId: user.id, actorId: user.id, changes: changed })
        return sessions.start({ ...user, memberships: [{ organizationId }] }, requester.client, tx)
      })
    } catch (error) {
      if (!isViolationOf(error, 'users_email_key_key')) throw error
      throw new AppError('EMAIL_TAKEN', 'There is an account with this e-mail by now. Try again.')
    }
  }
}

export type AcceptInvitation = ReturnType<typeof createAcceptance>

type Offer = { organizationId: string; invitedById: string | null; role: Role }

/** @throws AppError INVITATION_INVALID unless the inviter has at least the offered role. */
async function requireOffer(db: Queryable, offer: Offer): Promise<void> {
  const { organizationId, invitedById, role } = offer
  const own = invitedById && (await memberRepository(db).roleOf(organizationId, invitedById))
  if (!own || rolesBeyond(own).includes(role)) throw invalid()
}

const hasToken = (stored: Uint8Array | null, tokenHash: Uint8Array): boolean =>
  stored !== null && Buffer.from(stored).equals(tokenHash)

const invalid = () =>
  new AppError('INVITATION_INVALID', 'This invitation is not valid: ask for a new one.')

const wrongPassword = () =>
  new AppError(
    'CREDENTIALS_INVALID',
    'The password is wrong. Send the one of the account that the invited e-mail has, or log in and send its access token.',
  )

const otherAccount = () =>
  new AppError(
    'FORBIDDEN',
    'This invitation is for another account than the one that you are logged in with. Log in with the invited e-mail.',
  )

/** As in a login, no session begins with a password that is being changed. */
const openKnown =
  ({ passwordHash, ...user }: User & { passwordHash: string }): OpenAccount =>
  async (tx) => {
    if (!(await authRepository(tx).lockPassword(user.id, passwordHash))) throw wrongPassword()
    return user
  }

const missing = {
  name: 'is required for a new account. If the invited e-mail has an account, its password is another one',
  password:
    'is required: of the account that the invited e-mail has, or of the new one. A person who is logged in sends the access token instead',
}

function incomplete(given: { name: string | undefined; password: string | undefined }): AppError {
  const fields = (['name', 'password'] as const).filter((field) => given[field] === undefined)
  return validationFailed(fields.map((field) => ({ field, message: missing[field] })))
}
