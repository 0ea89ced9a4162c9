import type { Acknowledgement, Writer } from '@vitrine/coherence'
import type { Role, Scoped, ScopedDatabase, TokenScope, Transaction } from '@vitrine/database'
import { AppError, UniqueViolation } from '@vitrine/errors'
import { statusOf } from '@vitrine/http'
import { auditEventRepository } from '../resources/audit-events/repository.js'
import type { AuditedAction } from './audited-action.js'
import type { Claim } from './idempotency/claim.js'
import { changeLogRepository } from './repository.js'
import { type IfMatch, requireMatch, withRevisionOf } from './revision.js'
import {
  type FirstLock,
  lockAuthority,
  type RequiredAuthority,
  requireUnexpired,
} from './rights/rights.js'

/** The author of a change, and the request that makes it. */
export type Author = {
  userId: string | null
  /** The limits of the author's personal access token; null without one. */
  tokenScope: TokenScope | null
  /** Set for changes that access data hidden from ordinary requests, such as passwords. */
  purpose?: 'account'
  organizationId: string | null
  projectId?: string
  /** Checked again in the transaction of the change; null for a call without a login. */
  authority: RequiredAuthority | null
  firstLock?: FirstLock
  /** The id that the service gave to the request. */
  requestId: string
  /** The X-Request-Id that the client has sent, if any. It is not trusted. */
  clientRequestId: string | null
  /** Of the Idempotency-Key: the result is stored as the answer to repeated calls. */
  claim: Claim | null
  /** Of If-Match: the strong entity tags, or `*`. See `Change.matching`. */
  ifMatch?: IfMatch
  /** Receives how the change was acknowledged, if the public sees it. */
  onAcknowledged?: (timing: Timing) => void
}

/** `commitMs`: the time from the beginning of the transaction to its commit. */
export type Timing = Acknowledgement & { commitMs?: number }

export type Change = {
  /** The author's role, which cannot change before the commit; null where none is needed. */
  role: Role | null
  /** Records an audit event, in the same transaction. */
  audit: (action: AuditedAction) => void
  /**
   * Checks If-Match. Every PUT and DELETE calls it with the resource that it changes, locked, before
   * anything but the author's authority is checked.
   *
   * @returns the resource.
   * @throws AppError PRECONDITION_FAILED
   */
  matching: <Row extends object>(resource: Row) => Row
}

type Deps = { database: ScopedDatabase; writer: Pick<Writer, 'settle' | 'settled'> }
type Work<Result> = (tx: Transaction, change: Change) => Promise<Result>

/**
 * The only way to change data. The author's authority is checked in the transaction of the work, and holds
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
      await author.claim?.begin(tx)
      const role = await lockAuthority(tx, author)
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
      await auditEventRepository(tx).append(actions.flatMap((action) => eventOf(author, action)))
      await author.claim?.complete(tx, result)
      await requireUnexpired(tx, author)
      // Last: from here to the commit every other writer waits.
      return { result, numbered: await changeLogRepository(tx).number() }
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

export type Changes = ReturnType<typeof createChanges>

/** The author of all steps of a change but the last, whose answer is stored for repeated calls. */
export const precedingStep = <Someone extends Author>(author: Someone): Someone => ({
  ...author,
  claim: null,
})

/** The author of the next step of a change: the first one has checked If-Match. */
export function nextStep<Someone extends Author>({ ifMatch, ...author }: Someone) {
  return author
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
