import { AppError, validationFailed } from '@vitrine/contracts/errors'
import type { Scoped, Transaction } from '@vitrine/database'
import type { TokenClaims } from '../../../changes/rights/bearer.js'
import type { MailOutbox } from '../../../mail/outbox.js'
import type { SecurityLog } from '../../../security-log/log.js'
import type { Client } from '../client.js'
import type { Passwords } from '../passwords/passwords.js'
import { passwordRepository } from '../passwords/repository.js'
import { authRepository } from '../repository.js'
import type { Acceptance } from '../schemas.js'
import type { Attempts } from '../throttling/attempts.js'

export type Deps = {
  database: Scoped
  passwords: Passwords
  attempts: Attempts
  security: SecurityLog
  outbox: MailOutbox
}

type User = { id: string; name: string; email: string }
type KnownUser = User & { passwordHash: string; passwordSetAt: Date | null }

/** Returns the invited account, inside the transaction that makes it a member. */
export type OpenAccount = (tx: Transaction) => Promise<User>

/**
 * The account of the invited e-mail, of the person who is logged in or sends its password; or a new one.
 *
 * The invitation's token alone never logs in to an existing account, since the inviter has seen it, too. For
 * the same reason all errors are the same whether or not the e-mail has an account.
 *
 * @param token of the logged-in account; null without one.
 * @throws AppError VALIDATION_FAILED; CREDENTIALS_INVALID; TOO_MANY_REQUESTS; FORBIDDEN if another account
 *   is logged in
 */
export async function accountOf(
  deps: Deps,
  email: string,
  input: Acceptance,
  { client, token }: { client: Client; token: TokenClaims | null },
): Promise<OpenAccount> {
  const known = await authRepository(deps.database).findUserByEmail(email)
  if (token !== null) {
    if (known?.id !== token.sub) throw otherAccount()
    return async () => known
  }
  return accountByPassword(deps, email, known, input, client)
}

async function accountByPassword(
  deps: Deps,
  email: string,
  known: KnownUser | null,
  { name, password }: Acceptance,
  client: Client,
): Promise<OpenAccount> {
  const { passwords, attempts, security } = deps
  if (password === undefined) throw incomplete({ name, password })
  const attempt = await attempts.login(client, { email, user: known })
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
  return newAccount(deps, { name, email, passwordHash: await passwords.hash(password) })
}

/** No session begins with a password that is being changed, as in a login. */
const openKnown =
  ({ passwordHash, passwordSetAt: _, ...user }: KnownUser): OpenAccount =>
  async (tx) => {
    if (!(await passwordRepository(tx).lock(user.id, passwordHash))) throw wrongPassword()
    return user
  }

async function newAccount(
  { outbox }: Deps,
  account: Omit<User, 'id'> & { passwordHash: string },
): Promise<OpenAccount> {
  const isMailed = await outbox.tryCharge('verify', { email: account.email, isMember: false })
  return async (tx) => {
    const user = await authRepository(tx).create(account)
    if (isMailed) await outbox.postVerification(tx, user.id)
    return user
  }
}

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

const missing = {
  name: 'is required for a new account. If the invited e-mail has an account, its password is another one',
  password:
    'is required: of the account that the invited e-mail has, or of the new one. A person who is logged in sends the access token instead',
}

function incomplete(sent: { name: string | undefined; password: string | undefined }): AppError {
  const fields = (['name', 'password'] as const).filter((field) => sent[field] === undefined)
  return validationFailed(fields.map((field) => ({ field, message: missing[field] })))
}
