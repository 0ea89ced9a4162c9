import { AppError, isViolationOf } from '@vitrine/contracts/errors'
import type { Queryable, Transaction } from '@vitrine/database'
import { difference } from '../../../changes/audited-action.js'
import type { Author, Call } from '../../../changes/author.js'
import type { Budgets } from '../../../changes/budgets.js'
import type { Change, Changes } from '../../../changes/changes.js'
import type { TokenClaims } from '../../../changes/rights/bearer.js'
import { lockOrganization } from '../../../changes/rights/lock-repository.js'
import { rolesBeyond } from '../../../changes/rights/roles.js'
import { emailKeyIndex } from '../../../fields/email.js'
import { sha256 } from '../../../secrets/sha256.js'
import { memberRepository } from '../../members/repository.js'
import type { Client } from '../client.js'
import { addressRepository } from '../mail/repository.js'
import type { Acceptance, Session, ShownInvitation } from '../schemas.js'
import type { Sessions } from '../sessions/sessions.js'
import { type Deps as AccountDeps, accountOf, type OpenAccount } from './account.js'
import { type OpenInvitation, openInvitationRepository } from './repository.js'

type Deps = AccountDeps & {
  changes: Changes
  sessions: Pick<Sessions, 'start'>
  budgets: Budgets
}

type Requester = Call & {
  client: Client
  /** The token of the logged-in account; null without one. */
  token: TokenClaims | null
}

export class InvitationAcceptance {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Shows an invitation to the holder of its token, before it is accepted.
   *
   * @throws AppError INVITATION_INVALID as `accept`
   */
  async show(token: string): Promise<ShownInvitation> {
    const { email, role, expiresAt, organization, invitedBy } = await this.#find(sha256(token))
    return {
      organization: organization.name,
      invitedBy: invitedBy?.name ?? null,
      email,
      role,
      expiresAt,
    }
  }

  async #find(tokenHash: Uint8Array<ArrayBuffer>): Promise<OpenInvitation> {
    const { database } = this.#deps
    const invitation = await openInvitationRepository(database).findByToken(tokenHash)
    if (invitation === null) throw invalid()
    await requireRightsOfInviter(database, invitation)
    return invitation
  }

  /**
   * Makes the invited person a member, creating an account if there is none, and starts a session. If
   * several calls use one token concurrently, one succeeds.
   *
   * @throws AppError INVITATION_INVALID for a token that is unknown, used, withdrawn or expired, and if the
   *   inviter's current role is below the role of the invitation; VALIDATION_FAILED; CREDENTIALS_INVALID;
   *   ALREADY_MEMBER; EMAIL_TAKEN; TOO_MANY_REQUESTS; FORBIDDEN if another account is logged in
   */
  async accept(input: Acceptance, requester: Requester): Promise<Session> {
    const { changes, sessions } = this.#deps
    const tokenHash = sha256(input.token)
    const invitation = await this.#find(tokenHash)
    const open = await accountOf(this.#deps, invitation.email, input, requester)
    const isMailRead = hasToken(invitation.mailTokenHash, tokenHash)
    const { organizationId } = invitation
    try {
      return await changes.write(authorOf(requester, invitation), async (tx, { audit }) => {
        const user = await this.#join(tx, invitation, open, audit)
        if (isMailRead) await addressRepository(tx).verify(user.id)
        return sessions.start({ ...user, memberships: [{ organizationId }] }, requester.client, tx)
      })
    } catch (error) {
      if (!isViolationOf(error, emailKeyIndex)) throw error
      throw new AppError('EMAIL_TAKEN', 'There is an account with this e-mail by now. Try again.')
    }
  }

  async #join(
    tx: Transaction,
    invitation: OpenInvitation,
    open: OpenAccount,
    audit: Change['audit'],
  ) {
    const { id, organizationId, role } = invitation
    const members = memberRepository(tx)
    await lockOrganization(tx, organizationId)
    if (!(await openInvitationRepository(tx).close(organizationId, id))) throw invalid()
    await requireRightsOfInviter(tx, invitation)
    const user = await open(tx)
    if ((await members.roleOf(organizationId, user.id)) !== null) {
      throw new AppError('ALREADY_MEMBER', 'You are a member of this organization already.')
    }
    await members.add(organizationId, user.id, role)
    await this.#deps.budgets.requireWithin(tx, organizationId, { members: 1 })
    const changed = difference(null, { role }, ['role'])
    audit({ action: 'member.join', resourceId: user.id, actorId: user.id, changes: changed })
    return user
  }
}

const authorOf = (
  { token, requestId, clientRequestId, claim }: Requester,
  { organizationId }: OpenInvitation,
): Author => ({
  requestId,
  clientRequestId,
  claim,
  userId: null,
  tokenScope: null,
  organizationId,
  rights: token && { token, role: null },
})

/** @throws AppError INVITATION_INVALID unless the inviter has at least the role of the invitation. */
async function requireRightsOfInviter(
  db: Queryable,
  { organizationId, invitedById, role }: OpenInvitation,
): Promise<void> {
  const own = invitedById && (await memberRepository(db).roleOf(organizationId, invitedById))
  if (!own || rolesBeyond(own).includes(role)) throw invalid()
}

const hasToken = (stored: Uint8Array | null, tokenHash: Uint8Array): boolean =>
  stored !== null && Buffer.from(stored).equals(tokenHash)

const invalid = () =>
  new AppError('INVITATION_INVALID', 'This invitation is not valid: ask for a new one.')
