import { createHash } from 'node:crypto'
import type { Acknowledgement } from '@vitrine/coherence'
import type { Actor, ScopedDatabase, Transaction } from '@vitrine/database'
import { AppError, isViolationOf } from '@vitrine/errors'
import { entityTagOf } from '@vitrine/http'
import type { FastifyReply } from 'fastify'
import { revisionOf, withRevisionOf } from '../changes/revision.js'
import { idempotencyRepository } from './repository.js'
import type { Seal } from './seal.js'

export type ClaimDeps = {
  database: ScopedDatabase
  seal: Seal
  /** Resolves when every change so far is seen everywhere. */
  propagated: () => Promise<Acknowledgement>
}

/**
 * The owner of a key. Keys of different people are independent, as are those of a person and of a personal
 * access token. null: a caller without a token.
 */
type Owner = {
  actor: Actor | null
  key: string
  onAcknowledged: (acknowledgement: Acknowledgement) => void
}

/** A body as JSON: dates are strings. */
export type Sent<Body> = {
  [Key in keyof Body]: Date extends Body[Key] ? string : Body[Key]
}

/** For answers with a secret that is shown once. */
export type Repeats<Body, Shown = Body> = {
  /** Throws if the stored answer has a secret that is no longer valid. */
  requireUsable?: (sent: Sent<Body>) => Promise<void>
  /** Makes the body of an answer, first or repeated, for example without a secret that it puts into a header. */
  present?: (answer: Body | Sent<Body>) => Shown
}

type Stored = NonNullable<Awaited<ReturnType<ReturnType<typeof idempotencyRepository>['find']>>>

/** The unique index of the keys. */
export const keyIndex = 'idempotency_keys_pkey'

/** As in the policy of the table. */
const scopeOf = ({ userId, tokenScope }: Actor): string =>
  tokenScope === null ? userId : `token ${tokenScope.tokenId}`

const sha256 = (text: string) => new Uint8Array(createHash('sha256').update(text).digest())

/**
 * The Idempotency-Key of a call, which takes effect once, however often it is sent. The answer is stored
 * in the transaction of the effect, and a repeated call gets it for 24 hours. Of two calls at the same
 * time, the second waits for the first.
 */
export function createClaim(options: ClaimDeps & Owner) {
  const { database, seal, propagated, actor, key, onAcknowledged } = options
  const scope = actor && scopeOf(actor)
  let id = { scope: scope ?? '', keyHash: sha256(key) }
  let fingerprint = sha256('')
  let serialize: (value: unknown) => string = JSON.stringify
  const db = actor === null ? database.forAccounts() : database.forActor(actor)
  let kept: Stored | null = null

  /** The stored answer, or null when there is none. */
  const find = async (): Promise<string | null> => {
    const stored = kept ?? (await idempotencyRepository(db).find(id))
    if (stored === null || stored.body === null) return null
    const { body, kid } = stored
    if (!Buffer.from(stored.fingerprint).equals(fingerprint)) {
      throw new AppError(
        'IDEMPOTENCY_KEY_REUSED',
        'This Idempotency-Key came with another request before; use a new one.',
      )
    }
    const answer = seal.open({ body, kid }, key)
    if (answer !== null) return answer
    throw new AppError(
      'SECRET_REVOKED',
      'This Idempotency-Key was answered before, and that answer cannot be read any more. Nothing was done now: look up what the first call has made.',
    )
  }

  /** Waits for propagation, since the first call may have failed to. */
  const continueWaiting = async (reply: FastifyReply, answer: unknown): Promise<void> => {
    const acknowledgement = await propagated().catch((error: unknown) => {
      throw withRevisionOf(error, answer)
    })
    onAcknowledged(acknowledgement)
    reply.header('idempotency-replayed', 'true')
  }

  /** Sends the text, which is a serialized Body, unchanged unless `present` makes another. */
  const replay = async <Body, Shown>(
    reply: FastifyReply,
    text: string,
    { requireUsable, present }: Repeats<Body, Shown>,
  ): Promise<Body | Shown> => {
    const answer = JSON.parse(text)
    await continueWaiting(reply, answer)
    await requireUsable?.(answer)
    if (present !== undefined) return present(answer)
    reply.type('application/json; charset=utf-8')
    return text as Body
  }

  /** As `replay`, for a PUT or DELETE. An empty text stands for a 204. */
  const replayChange = async (reply: FastifyReply, text: string): Promise<unknown> => {
    if (text !== '') {
      const answer = JSON.parse(text)
      const revision = revisionOf(answer)
      if (revision !== null) reply.header('etag', entityTagOf(revision))
      return replay(reply, text, {})
    }
    await continueWaiting(reply, null)
    reply.code(204)
    return undefined
  }

  /** `request` identifies the call. Without `answers` the answer has no body. */
  const identify = (reply: FastifyReply, request: string, answers: '200' | '201' | null): void => {
    fingerprint = sha256(request)
    serialize = (value) =>
      answers === null
        ? ''
        : String(reply.serializeInput(value as Record<string, unknown>, answers))
  }

  return {
    /** Call it first in the transaction of the effect. */
    begin: (tx: Transaction): Promise<void> => idempotencyRepository(tx).claim(id, fingerprint),

    /** Call it in the same transaction, with the answer. */
    complete: (tx: Transaction, value: unknown): Promise<void> =>
      idempotencyRepository(tx).complete(id, seal.seal(serialize(value), key)),

    /**
     * The answer of a call that creates: the stored one, or the result of `create`, which must use
     * `changes.write`. `request` identifies the call.
     */
    answer: async <Body, Shown>(
      reply: FastifyReply,
      request: string,
      create: () => Promise<Body | Shown>,
      repeats: Repeats<Body, Shown>,
    ): Promise<Body | Shown> => {
      identify(reply, request, '201')
      // Callers without a token are distinguished by their request. In a shared scope, any stranger could
      // use up their keys.
      id = { ...id, scope: scope ?? `anonymous ${Buffer.from(fingerprint).toString('base64url')}` }
      const stored = await find()
      if (stored !== null) return replay(reply, stored, repeats)
      try {
        return await create()
      } catch (error) {
        const twin = isViolationOf(error, keyIndex) ? await find() : null
        if (twin === null) throw error
        return replay(reply, twin, repeats)
      }
    },

    /** Looks the key up. @returns whether it has an answer; `answerAgain` uses that one. */
    isUsed: async (): Promise<boolean> => {
      kept = await idempotencyRepository(db).find(id)
      if (kept?.body == null) kept = null
      return kept !== null
    },

    identify,

    /** The stored answer of a PUT or DELETE, sent again; null if there is none. */
    answerAgain: async (reply: FastifyReply): Promise<{ body: unknown } | null> => {
      const text = await find()
      return text === null ? null : { body: await replayChange(reply, text) }
    },
  }
}

export type Claim = ReturnType<typeof createClaim>
