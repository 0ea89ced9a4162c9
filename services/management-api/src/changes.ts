import type { Writer } from '@vitrine/coherence'
import { appendChange, type Database, type Transaction } from '@vitrine/database'
import type { AuditedAction } from './audit.js'
import type { Claim } from './idempotency/claim.js'
import { auditEventRepository } from './resources/audit-events/repository.js'

/** On whose behalf something changes, and in answer to which request. */
export type Author = {
  userId: string | null
  organizationId: string | null
  projectId?: string
  requestId: string
  /** Of an Idempotency-Key: the result becomes the answer to whoever repeats the call. */
  claim: Claim | null
}

export type Change = {
  /** Notes the tags of whatever the public sees of it. */
  touch: (...tags: readonly string[]) => void
  /** Notes who did what, in the same transaction. */
  audit: (action: AuditedAction) => void
}

/**
 * The one way to change anything. Audit events, the tags of what the public may see, and the
 * answer to a repeated call are written in the transaction of the work itself; `write` resolves
 * when every replica answers from the new state: then, and not before, the caller may be told.
 */
export function createChanges({ database, writer }: { database: Database; writer: Writer }) {
  return {
    write: async <Result>(
      author: Author,
      work: (tx: Transaction, change: Change) => Promise<Result>,
    ): Promise<Result> => {
      const { result, logged } = await database.transaction(async (tx) => {
        await author.claim?.begin(tx)
        const touched = new Set<string>()
        const actions: AuditedAction[] = []
        const result = await work(tx, {
          touch: (...tags) => {
            for (const tag of tags) touched.add(tag)
          },
          audit: (action) => actions.push(action),
        })
        await auditEventRepository(tx).append(actions.flatMap((action) => eventOf(author, action)))
        await author.claim?.complete(tx, result)
        // Last: from here to the commit every other writer waits.
        const logged = touched.size === 0 ? null : await appendChange(tx, [...touched])
        return { result, logged }
      })
      if (logged !== null) await writer.acknowledged(logged)
      return result
    },
  }
}

export type Changes = ReturnType<typeof createChanges>

function eventOf(author: Author, audited: AuditedAction) {
  const { action, resourceId, changes, organizationId, actorId } = audited
  const where = organizationId ?? author.organizationId
  if (where === null) throw new Error(`${action} happens in no organization`)
  return {
    organizationId: where,
    projectId: author.projectId ?? null,
    actorId: actorId ?? author.userId,
    action,
    resourceType: action.split('.')[0] ?? action,
    resourceId,
    requestId: author.requestId,
    changes: changes ?? {},
  }
}
