import { createHash } from 'node:crypto'
import type { Acknowledgement } from '@vitrine/coherence'
import type { Actor, Scoped, ScopedDatabase, Transaction } from '@vitrine/database'
import { AppError, isViolationOf } from '@vitrine/errors'
import type { FastifyReply } from 'fastify'
import type { AnswerCipher } from './answer-cipher.js'
import { type Repeats, Replay } from './replay.js'
import { idempotencyRepository } from './repository.js'

export type ClaimDeps = {
  database: ScopedDatabase
  cipher: AnswerCipher
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

type Stored = NonNullable<Awaited<ReturnType<ReturnType<typeof idempotencyRepository>['find']>>>

export const keyIndex = 'idempotency_keys_pkey'

/** As in the policy of the table. */
const scopeOf = ({ userId, tokenScope }: Actor): string =>
  tokenScope === null ? userId : `token ${tokenScope.tokenId}`

type Digest = Uint8Array<ArrayBuffer>

const sha256 = (text: string): Digest => new Uint8Array(createHash('sha256').update(text).digest())

/**
 * The Idempotency-Key of a call, which takes effect once, however often it is sent. The answer is stored
 * in the transaction of the effect, and a repeated call gets it for 24 hours. Of two calls at the same
 * time, the second waits for the first.
 */
export class Claim {
  readonly #cipher: AnswerCipher
  readonly #key: string
  readonly #replay: Replay
  readonly #db: Scoped
  readonly #isAnonymous: boolean
  #id: { scope: string; keyHash: Digest }
  #fingerprint = sha256('')
  #serialize: (value: unknown) => string = JSON.stringify
  #kept: Stored | null = null

  constructor({ database, cipher, propagated, actor, key, onAcknowledged }: ClaimDeps & Owner) {
    this.#cipher = cipher
    this.#key = key
    this.#replay = new Replay({ propagated, onAcknowledged })
    this.#db = actor === null ? database.forAccounts() : database.forActor(actor)
    this.#isAnonymous = actor === null
    this.#id = { scope: actor === null ? '' : scopeOf(actor), keyHash: sha256(key) }
  }

  /** Call it first in the transaction of the effect. */
  begin(tx: Transaction): Promise<void> {
    return idempotencyRepository(tx).claim(this.#id, this.#fingerprint)
  }

  /** Call it in the same transaction, with the answer. */
  complete(tx: Transaction, value: unknown): Promise<void> {
    const encrypted = this.#cipher.encrypt(this.#serialize(value), this.#key)
    return idempotencyRepository(tx).complete(this.#id, encrypted)
  }

  /**
   * The answer of a POST: the stored one, or the result of `create`, which must use
   * `changes.write`. `request` identifies the call.
   */
  async answer<Body, Shown>(
    reply: FastifyReply,
    request: string,
    create: () => Promise<Body | Shown>,
    repeats: Repeats<Body, Shown>,
  ): Promise<Body | Shown> {
    this.identify(reply, request, `${repeats.status ?? 201}`)
    // Callers without a token are distinguished by their request. In a shared scope, any stranger could
    // use up their keys.
    if (this.#isAnonymous) {
      const caller = Buffer.from(this.#fingerprint).toString('base64url')
      this.#id = { ...this.#id, scope: `anonymous ${caller}` }
    }
    const stored = await this.#find()
    if (stored !== null) return this.#replay.creation(reply, stored, repeats)
    try {
      return await create()
    } catch (error) {
      // The other call may have committed before this one began its transaction, and so caused its refusal.
      const mayHaveTwin = isViolationOf(error, keyIndex) || error instanceof AppError
      const twin = mayHaveTwin ? await this.#find() : null
      if (twin === null) throw error
      return this.#replay.creation(reply, twin, repeats)
    }
  }

  /** Loads the stored answer for `answerAgain`. @returns false if there is none. */
  async loadAnswer(): Promise<boolean> {
    const stored = await idempotencyRepository(this.#db).find(this.#id)
    this.#kept = stored?.body == null ? null : stored
    return this.#kept !== null
  }

  /** `request` identifies the call. Without `answers` the answer has no body. */
  identify(reply: FastifyReply, request: string, answers: '200' | '201' | '202' | null): void {
    this.#fingerprint = sha256(request)
    this.#serialize = (value) =>
      answers === null
        ? ''
        : String(reply.serializeInput(value as Record<string, unknown>, answers))
  }

  /** The stored answer of a PUT or DELETE, sent again; null if there is none. */
  async answerAgain(reply: FastifyReply): Promise<{ body: unknown } | null> {
    const text = await this.#find()
    return text === null ? null : { body: await this.#replay.change(reply, text) }
  }

  /**
   * The stored answer, or null when there is none.
   *
   * @throws AppError IDEMPOTENCY_KEY_REUSED, SECRET_REVOKED
   */
  async #find(): Promise<string | null> {
    const stored = this.#kept ?? (await idempotencyRepository(this.#db).find(this.#id))
    if (stored === null || stored.body === null) return null
    const { body, kid, fingerprint } = stored
    if (!Buffer.from(fingerprint).equals(this.#fingerprint)) {
      throw new AppError(
        'IDEMPOTENCY_KEY_REUSED',
        'This Idempotency-Key came with another request before; use a new one.',
      )
    }
    const answer = this.#cipher.decrypt({ body, kid }, this.#key)
    if (answer !== null) return answer
    throw new AppError(
      'SECRET_REVOKED',
      'This Idempotency-Key was answered before, and that answer cannot be read any more. Nothing was done now: look up what the first call has made.',
    )
  }
}
