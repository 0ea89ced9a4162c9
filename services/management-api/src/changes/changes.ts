import type { Writer } from '@vitrine/coherence'
import type { Role, Scoped, ScopedDatabase, TokenScope, Transaction } from '@vitrine/database'
import { AppError, UniqueViolation } from '@vitrine/errors'
import { statusOf } from '@vitrine/http'
import {
  type FirstLock,
  lockAuthority,
  type RequiredAuthority,
  requireUnexpired,
} from '../authority/authority.js'
import type { Claim } from '../idempotency/claim.js'
import { auditEventRepository } from '../resources/audit-events/repository.js'
import type { AuditedAction } from './audited-action.js'
import { changeLogRepository } from './repository.js'

/** On whose behalf something changes, and in answer to which request. */
export type Author = {
  userId: string | null
  /** What the author's personal access token is limited to; null without one. */
  tokenScope: TokenScope | null
  /** For changes that need what a user's request may not read: passwords. */
  purpose?: 'account'
  organizationId: string | null
  projectId?: string
  /** Checked again in the transaction of the change; null where nobody is logged in. */
  authority: RequiredAuthority | null
  firstLock?: FirstLock
  /** Ours. */
  requestId: string
  /** The X-Request-Id that the client has sent, if any: not to be relied on. */
  clientRequestId: string | null
  /** Of an Idempotency-Key: the result becomes the answer to whoever repeats the call. */
  claim: Claim | null
}

export type Change = {
  /** The author's role as it stays until the commit; null where none is needed. */
  role: Role | null
  /** Notes who did what, in the same transaction. */
  audit: (action: AuditedAction) => void
}

type Deps = { database: ScopedDatabase; writer: Pick<Writer, 'settle' | 'settled'> }
type Work<Result> = (tx: Transaction, change: Change) => Promise<Result>

/**
 * The one way to change anything. The author's authority is checked in the transaction of the work,
 * and holds until it is committed. Audit events and the answer to a repeated call are written in
 * the transaction of the work itself, as are, by triggers, the tags of what the public may see.
 * `write` resolves when every replica answers from the new state: then, and not before, the caller
 * may be told.
 *
 * That goes for what a call finds to be so already, too: whoever made it so may still be waiting,
 * or may have given up. A widget that is no longer there is told of when it is gone everywhere.
 */
export function createChanges({ database, writer }: Deps) {
  const commit = <Result>(author: Author, work: Work<Result>) =>
    scopeOf(database, author).transaction(async (tx) => {
      await author.claim?.begin(tx)
      const role = await lockAuthority(tx, author)
      const actions: AuditedAction[] = []
      const result = await work(tx, { role, audit: (action) => actions.push(action) })
      await auditEventRepository(tx).append(actions.flatMap((action) => eventOf(author, action)))
      await author.claim?.complete(tx, result)
      await requireUnexpired(tx, author)
      // Last: from here to the commit every other writer waits.
      return { result, sealed: await changeLogRepository(tx).seal() }
    })

  return {
    /**
     * @throws AppError PROPAGATION_PENDING when all is done, but may not be seen everywhere;
     *   SESSION_ENDED, TOKEN_INVALID, TOKEN_EXPIRED, FORBIDDEN when the author has lost the right to
     *   it, and what `work` throws.
     */
    write: async <Result>(author: Author, work: Work<Result>): Promise<Result> => {
      const { result, sealed } = await commit(author, work).catch(async (error: unknown) => {
        if (tellsOfOthers(error)) await writer.settled()
        throw error
      })
      // The public sees nothing of accounts and members.
      const isPublic = sealed.changes.length > 0 || author.projectId !== undefined
      if (isPublic) await writer.settle(sealed)
      return result
    },
    /** Whatever was changed until now is seen everywhere. @throws AppError PROPAGATION_PENDING */
    settled: writer.settled,
  }
}

/** Nobody is known yet who registers, or accepts an invitation. */
function scopeOf(database: ScopedDatabase, { userId, tokenScope, purpose }: Author): Scoped {
  if (userId === null) return database.forAccounts()
  const actor = { userId, tokenScope }
  return purpose === 'account' ? database.forAccounts(actor) : database.forActor(actor)
}

export type Changes = ReturnType<typeof createChanges>

/** Refusals that another change has caused: it is gone, it is taken, the right to it has ended. */
function tellsOfOthers(error: unknown): boolean {
  if (error instanceof UniqueViolation) return true
  return error instanceof AppError && [401, 403, 404, 409].includes(statusOf(error.code))
}

function eventOf(author: Author, audited: AuditedAction) {
  const { action, resourceId, resourceIds, changes, organizationId, actorId } = audited
  const where = organizationId ?? author.organizationId
  if (where === null) throw new Error(`${action} happens in no organization`)
  return {
    organizationId: where,
    projectId: author.projectId ?? null,
    actorId: actorId === undefined ? author.userId : actorId,
    tokenId: author.tokenScope?.tokenId ?? null,
    action,
    resourceType: action.split('.')[0] ?? action,
    resourceId,
    ...(resourceIds && { resourceIds }),
    requestId: author.requestId,
    clientRequestId: author.clientRequestId,
    changes: changes ?? {},
  }
}
