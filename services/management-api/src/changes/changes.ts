import type { Writer } from '@vitrine/coherence'
import { AppError, UniqueViolation } from '@vitrine/contracts/errors'
import type { Role, Scoped, ScopedDatabase, Transaction } from '@vitrine/database'
import { statusOf } from '@vitrine/http'
import type { AuditedAction } from './audited-action.js'
import type { Author } from './author.js'
import { changeRepository } from './repository.js'
import { requireMatch, withRevisionOf } from './revision.js'
import { lockRights, requireUnexpired } from './rights/rights.js'

export type Change = {
  /** The author's role, which cannot change before the commit; null where none is needed. */
  role: Role | null
  /** Records an audit event, in the same transaction. */
  audit: (action: AuditedAction) => void
  /**
   * Checks If-Match. Every PUT and DELETE calls it with the resource that it changes, locked, before
   * anything but the author's rights is checked.
   *
   * @returns the resource.
   * @throws AppError PRECONDITION_FAILED
   */
  matching: <Row extends object>(resource: Row) => Row
}

type Deps = { database: ScopedDatabase; writer: Pick<Writer, 'settle' | 'settled'> }
type Work<Result> = (tx: Transaction, change: Change) => Promise<Result>

/**
 * The only way to change data. The author's rights are checked in the transaction of the work, and hold
 * until the commit. The same transaction writes the audit events, the answer for repeated calls and, by
 * triggers, the tags of all public changes. `write` resolves when every replica answers from the new state.
 * Acknowledge the call only then.
 *
 * A call that finds nothing left to do waits as well, since the call that made the change may still be
 * waiting, or may have failed to propagate it. For example, 404 for a deleted widget means that no replica
 * serves it.
 */
export function createChanges({ database, writer }: Deps) {
  const commit = <Result>(author: Author, work: Work<Result>) =>
    scopeOf(database, author).transaction(async (tx) => {
      const claim = author.claim?.() ?? null
      await claim?.begin(tx)
      const role = await lockRights(tx, author)
      const actions: AuditedAction[] = []
      const { ifMatch } = author
      let isMatched = ifMatch === undefined
      const result = await work(tx, {
        role,
        audit: (action) => actions.push(action),
        matching: (resource) => {
          isMatched = true
          return requireMatch(resource, ifMatch)
        },
      })
      if (!isMatched) throw new Error('The change has not checked If-Match.')
      const events = actions.map((action) => eventOf(author, action))
      await changeRepository(tx).appendAuditEvents(events)
      await claim?.complete(tx, result)
      await requireUnexpired(tx, author)
      // Last: from here to the commit every other writer waits.
      return { result, numbered: await changeRepository(tx).number() }
    })

  return {
    /**
     * @throws AppError PROPAGATION_PENDING when the change is committed, but some replica may not see
     *   it yet; SESSION_ENDED, TOKEN_INVALID, TOKEN_EXPIRED, FORBIDDEN when the author has lost the right
     *   to make it; and everything that `work` throws.
     */
    write: async <Result>(author: Author, work: Work<Result>): Promise<Result> => {
      const startMs = performance.now()
      const { result, numbered } = await commit(author, work).catch(async (error: unknown) => {
        if (isConflictWithAnotherWriter(error)) await writer.settled()
        throw error
      })
      // Accounts and members are not public.
      const isPublic = numbered.changes.length > 0 || author.projectId !== undefined
      if (isPublic) {
        const commitMs = performance.now() - startMs
        const acknowledgement = await writer.settle(numbered).catch((error: unknown) => {
          throw withRevisionOf(error, result)
        })
        author.onAcknowledged?.({ ...acknowledgement, commitMs })
      }
      return result
    },
    /** Resolves when every change so far has reached every replica. @throws AppError PROPAGATION_PENDING */
    propagated: writer.settled,
  }
}

export type Changes = ReturnType<typeof createChanges>

/** A person who registers or accepts an invitation has no user id yet. */
function scopeOf(database: ScopedDatabase, author: Author): Scoped {
  const { userId, tokenScope, purpose, projectId } = author
  if (userId === null) return database.forAccounts()
  const actor = { userId, tokenScope }
  if (purpose === 'account') return database.forAccounts(actor)
  return projectId === undefined
    ? database.forActor(actor)
    : database.forProject({ ...actor, projectId })
}

/**
 * Whether another change may be the cause: the resource was deleted, the name is taken, the right was lost.
 */
function isConflictWithAnotherWriter(error: unknown): boolean {
  if (error instanceof UniqueViolation) return true
  return error instanceof AppError && [401, 403, 404, 409, 412].includes(statusOf(error.code))
}

function eventOf(author: Author, audited: AuditedAction) {
  const { action, resourceId, resourceIds, changes, organizationId, actorId } = audited
  const where = organizationId ?? author.organizationId
  if (where === null) throw new Error(`${action} has no organization`)
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
