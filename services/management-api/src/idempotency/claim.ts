import { createHash } from 'node:crypto'
import type { Actor, ScopedDatabase, Transaction } from '@vitrine/database'
import { AppError, isViolationOf } from '@vitrine/errors'
import type { FastifyReply } from 'fastify'
import { idempotencyRepository } from './repository.js'
import type { Seal } from './seal.js'

export type ClaimDeps = {
  database: ScopedDatabase
  seal: Seal
  /** Resolves when whatever was changed until now is seen everywhere. */
  settled: () => Promise<void>
}

/**
 * Whose key it is: keys of different people never meet, nor those of a person and of a personal access
 * token. null: of someone without a token.
 */
type Owner = { actor: Actor | null; key: string }

/** A body as it was sent: moments are texts. */
export type Sent<Body> = {
  [Key in keyof Body]: Date extends Body[Key] ? string : Body[Key]
}

type Call<Body> = {
  create: () => Promise<Body>
  /** See `created`. */
  requireUsable: ((sent: Sent<Body>) => Promise<void>) | undefined
}

const index = 'idempotency_keys_pkey'

/** As the policy of the table has it. */
const scopeOf = ({ userId, tokenScope }: Actor): string =>
  tokenScope === null ? userId : `token ${tokenScope.tokenId}`

const sha256 = (text: string) => new Uint8Array(createHash('sha256').update(text).digest())

/**
 * A client's wish that a call take effect once, however often it is sent: its Idempotency-Key.
 * The answer is stored in the transaction of the effect; whoever sends the same again gets it
 * again, for 24 hours. Two at the same time: the second waits for the first.
 */
export function createClaim({ database, seal, settled, actor, key }: ClaimDeps & Owner) {
  const scope = actor && scopeOf(actor)
  let id = { scope: scope ?? '', keyHash: sha256(key) }
  let fingerprint = sha256('')
  let serialize: (value: unknown) => string = JSON.stringify

  /** The stored answer, or null when there is none. */
  const find = async (): Promise<string | null> => {
    const db = actor === null ? database.forAccounts() : database.forActor(actor)
    const stored = await idempotencyRepository(db).find(id)
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

  /**
   * The text is a serialized Body already: it is sent as it is. Not before what it tells of is
   * seen everywhere, for the first call may not have been told.
   */
  const replay = async <Body>(
    reply: FastifyReply,
    text: string,
    { requireUsable }: Call<Body>,
  ): Promise<Body> => {
    await settled()
    await requireUsable?.(JSON.parse(text))
    reply.header('idempotency-replayed', 'true').type('application/json; charset=utf-8')
    return text as Body
  }

  return {
    /** First in the transaction of the effect. */
    begin: (tx: Transaction): Promise<void> => idempotencyRepository(tx).claim(id, fingerprint),

    /** In the same transaction, with what will be answered. */
    complete: (tx: Transaction, value: unknown): Promise<void> =>
      idempotencyRepository(tx).complete(id, seal.seal(serialize(value), key)),

    /**
     * What a call that creates answers: the stored answer, or what `create` returns, which must
     * have gone through `changes.write`. `request` tells this call from another one.
     */
    answer: async <Body>(reply: FastifyReply, request: string, call: Call<Body>): Promise<Body> => {
      fingerprint = sha256(request)
      // Nothing tells people without a token apart but what they ask for. In one scope for all, any
      // stranger could use up their keys.
      id = { ...id, scope: scope ?? `anonymous ${Buffer.from(fingerprint).toString('base64url')}` }
      serialize = (value) => String(reply.serializeInput(value as Record<string, unknown>, '201'))
      const stored = await find()
      if (stored !== null) return replay(reply, stored, call)
      try {
        return await call.create()
      } catch (error) {
        const twin = isViolationOf(error, index) ? await find() : null
        if (twin === null) throw error
        return replay(reply, twin, call)
      }
    },
  }
}

export type Claim = ReturnType<typeof createClaim>
