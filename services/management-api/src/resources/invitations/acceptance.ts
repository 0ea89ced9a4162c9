import type { Database, Transaction } from '@vitrine/database'
import { AppError, isViolationOf, validationFailed } from '@vitrine/errors'
import { difference } from '../../audit.js'
import type { Changes } from '../../changes.js'
import { authorityRepository } from '../../plugins/authority-repository.js'
import type { Call } from '../../plugins/call.js'
import type { TokenClaims } from '../../plugins/token-claims.js'
import type { SecurityLog } from '../audit-events/security-log.js'
import type { Attempts } from '../auth/attempts.js'
import type { Passwords } from '../auth/passwords.js'
import { authRepository } from '../auth/repository.js'
import type { Session } from '../auth/schemas.js'
import type { Sessions } from '../auth/sessions.js'
import { memberRepository } from '../members/repository.js'
import type { Budgets } from '../usage/budgets.js'
import { invitationRepository } from './repository.js'
import type { Acceptance } from './schemas.js'
import { hashInvitationToken } from './token.js'

type Deps = {
  database: Database
  changes: Changes
  passwords: Passwords
  sessions: Pick<Sessions, 'start'>
  attempts: Attempts
  budgets: Budgets
  security: SecurityLog
}

type User = { id: string; name: string; email: string }

type Requester = Call & {
  address: string
  /** Of the account that is logged in; null without one. */
  token: TokenClaims | null
}

/** Gives the invited account, inside the transaction that makes it a member. */
type OpenAccount = (tx: Transaction) => Promise<User>

export function createAcceptance(deps: Deps) {
  const { database, changes, passwords, sessions, attempts, budgets, security } = deps

  /** The token alone never logs in to an account that exists: whoever invited has seen it too. */
  const checkPassword = async (
    { passwordHash, ...user }: User & { passwordHash: string },
    password: string | undefined,
    requester: Requester,
  ): Promise<OpenAccount> => {
    if (password === undefined) throw passwordMissing()
    const attempt = await attempts.login(requester.address, user.email)
    await security.watched(requester, user, async () => {
      if (!(await passwords.matches(password, passwordHash))) throw wrongPassword()
    })
    await attempt.succeeded()
    return async (tx) => {
      // As a login: no session begins with a password that is being changed.
      if (!(await authRepository(tx).lockPassword(user.id, passwordHash))) throw wrongPassword()
      return user
    }
  }

  const prepareAccount = async (
    email: string,
    { name, password }: Acceptance,
    address: string,
  ): Promise<OpenAccount> => {
    if (name === undefined || password === undefined) throw incomplete({ name, password })
    passwords.check(password, { name, email })
    await attempts.registration(address)
    const passwordHash = await passwords.hash(password)
    return (tx) => invitationRepository(tx).createUser({ name, email, passwordHash })
  }

  const accountOf = async (
    email: string,
    input: Acceptance,
    requester: Requester,
  ): Promise<OpenAccount> => {
    const { address, token } = requester
    const known = await authRepository(database).findUserByEmail(email)
    if (token !== null) {
      if (known?.id !== token.sub) throw otherAccount()
      return async () => known
    }
    return known === null
      ? prepareAccount(email, input, address)
      : checkPassword(known, input.password, requester)
  }

  /**
   * Makes the invited person a member, with a new account where there is none, and starts a session.
   * Of several calls with one token at once, one succeeds.
   *
   * @throws AppError INVITATION_INVALID for a token that is unknown, used, withdrawn or expired;
   *   VALIDATION_FAILED, CREDENTIALS_INVALID, ALREADY_MEMBER, EMAIL_TAKEN, TOO_MANY_REQUESTS;
   *   FORBIDDEN where another account is logged in
   */
  return async (input: Acceptance, requester: Requester): Promise<Session> => {
    const tokenHash = hashInvitationToken(input.token)
    const invitation = await invitationRepository(database).findByToken(tokenHash)
    if (invitation === null) throw invalid()
    const { id, organizationId, role, email } = invitation
    const open = await accountOf(email, input, requester)
    const { token, requestId, clientRequestId } = requester
    const authority = token && { token, role: null }
    const call = { requestId, clientRequestId, claim: null }
    const author = { ...call, userId: null, organizationId, authority }
    try {
      return await changes.write(author, async (tx, { audit }) => {
        const members = memberRepository(tx)
        await authorityRepository(tx).lockOrganization(organizationId)
        if (!(await invitationRepository(tx).close(organizationId, id))) throw invalid()
        const user = await open(tx)
        if ((await members.roleOf(organizationId, user.id)) !== null) {
          throw new AppError('ALREADY_MEMBER', 'You are a member of this organization already.')
        }
        await members.add(organizationId, user.id, role)
        await budgets.requireWithin(tx, organizationId, { members: 1 })
        const changed = difference(null, { role }, ['role'])
        audit({ action: 'member.join', resourceId: user.id, actorId: user.id, changes: changed })
        return sessions.start({ ...user, memberships: [{ organizationId }] }, tx)
      })
    } catch (error) {
      if (!isViolationOf(error, 'users_email_key_key')) throw error
      throw new AppError('EMAIL_TAKEN', 'There is an account with this e-mail by now. Try again.')
    }
  }
}

export type AcceptInvitation = ReturnType<typeof createAcceptance>

const invalid = () =>
  new AppError('INVITATION_INVALID', 'This invitation is not valid: ask for a new one.')

const wrongPassword = () =>
  new AppError(
    'CREDENTIALS_INVALID',
    'The password is wrong. The invited e-mail has an account: send its password, or log in and send its access token.',
  )

function passwordMissing(): AppError {
  const message =
    'is required: the invited e-mail has an account. Send its password, or log in and send its access token'
  return validationFailed([{ field: 'password', message }])
}

const otherAccount = () =>
  new AppError(
    'FORBIDDEN',
    'This invitation is for another account than the one that you are logged in with. Log in with the invited e-mail.',
  )

function incomplete(given: Readonly<Record<string, string | undefined>>): AppError {
  const missing = Object.keys(given).filter((field) => given[field] === undefined)
  return new AppError('VALIDATION_FAILED', `A new account needs ${missing.join(' and ')}.`, {
    details: missing.map((field) => ({ field, message: 'is required for a new account' })),
  })
}
