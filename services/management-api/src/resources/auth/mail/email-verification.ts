import { AppError, validationFailed } from '@vitrine/contracts/errors'
import type { Queryable } from '@vitrine/database'
import { strangerOf } from '../../../changes/author.js'
import type { Changes } from '../../../changes/changes.js'
import { sessionEnded } from '../../../changes/rights/rights.js'
import { type MailLimits, recipientOf } from '../../../mail/limits.js'
import type { MailOutbox } from '../../../mail/outbox.js'
import { mailRepository } from '../../../mail/repository.js'
import { sha256 } from '../../../secrets/sha256.js'
import type { SecurityLog } from '../../../security-log/log.js'
import type { Client } from '../client.js'
import type { Passwords } from '../passwords/passwords.js'
import type { Attempts } from '../throttling/attempts.js'
import { mailTokenInvalid } from './password-reset.js'
import { addressRepository } from './repository.js'

type Deps = {
  database: Queryable
  changes: Changes
  passwords: Passwords
  attempts: Attempts
  security: SecurityLog
  outbox: MailOutbox
  limits: MailLimits
}

type Proof = { token: string; password: string | undefined }
type Requester = { client: Client; userId: string | null }
type User = { id: string; email: string; passwordHash: string; passwordSetAt: Date | null }

/** Verifies that mails to an account's address reach its owner. */
export function createEmailVerification(deps: Deps) {
  const { database, changes, passwords, attempts, security, outbox, limits } = deps

  /**
   * The token alone is not enough: a stranger could register with a person's address, and the person would
   * verify it for the stranger's account by opening the mail.
   */
  const requireOwner = async (user: User, { password }: Proof, { client, userId }: Requester) => {
    if (userId === user.id) return
    if (userId !== null) throw otherAccount()
    if (password === undefined) throw passwordMissing()
    const attempt = await attempts.login(client, { email: user.email, user })
    await security.watched(client, user, async () => {
      if (await passwords.matches(password, user.passwordHash)) return
      throw new AppError('CREDENTIALS_INVALID', 'The password is wrong.')
    })
    await attempt.succeeded()
  }

  return {
    /** Sends another mail. @returns whether it was scheduled. */
    request: async (userId: string, { address }: Client): Promise<boolean> => {
      await limits.call(address)
      const user = await mailRepository(database).findUser(userId)
      if (user === null) throw sessionEnded()
      if (user.emailVerifiedAt !== null) return false
      if (!(await outbox.tryCharge('verify', recipientOf(user)))) return false
      await outbox.postVerification(database, userId)
      outbox.wake()
      return true
    },

    /**
     * @throws AppError MAIL_TOKEN_INVALID; FORBIDDEN if another account is logged in; VALIDATION_FAILED;
     *   CREDENTIALS_INVALID
     */
    verify: async (proof: Proof, requester: Requester): Promise<void> => {
      await limits.call(requester.client.address)
      const tokenHash = sha256(proof.token)
      const found = await mailRepository(database).findToken('VERIFY', tokenHash)
      if (found === null) throw mailTokenInvalid()
      const { user } = found
      await requireOwner(user, proof, requester)
      await changes.write(strangerOf(requester.client), async (tx) => {
        if (!(await mailRepository(tx).spendToken(tokenHash))) throw mailTokenInvalid()
        await addressRepository(tx).verify(user.id)
      })
    },
  }
}

export type EmailVerification = ReturnType<typeof createEmailVerification>

const otherAccount = () =>
  new AppError(
    'FORBIDDEN',
    'This token is for another account than the one that you are logged in with. Log in with that one, or send its password and no access token.',
  )

const passwordMissing = () =>
  validationFailed([
    {
      field: 'password',
      message: 'is required: send the password of the account, or log in first',
    },
  ])
