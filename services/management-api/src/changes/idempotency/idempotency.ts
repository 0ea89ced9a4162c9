import type { Acknowledgement } from '@vitrine/coherence'
import { AppError, isViolationOf, validationFailed } from '@vitrine/contracts/errors'
import type { Actor, ScopedDatabase } from '@vitrine/database'
import { type App, documentErrors, entityTagOf } from '@vitrine/http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sha256 } from '../../secrets/sha256.js'
import { revisionOf, withRevisionOf } from '../revision.js'
import { rightsRepository } from '../rights/repository.js'
import { requireLive } from '../rights/rights.js'
import type { AnswerCipher } from './answer-cipher.js'
import { type Claim, createClaim, keyIndex } from './claim.js'
import { idempotencyRepository, type StoredAnswer } from './repository.js'

/** The JSON of a stored answer. */
type Stored = Readonly<Record<string, unknown>>

/** How a route differs from the default way to answer repeated calls. */
type Repeats = {
  /** What identifies a call besides its address; the body by default. */
  content?: (request: FastifyRequest) => unknown
  /** The handler reads the body, and looks for the answer by `findAnswer`. */
  readsBody?: true
  /** The status of the answer; the first one of the schema by default. */
  status?: (request: FastifyRequest) => number
  /** Throws if the stored answer has a secret that is no longer valid. */
  requireUsable?: (request: FastifyRequest, answer: Stored) => Promise<void>
  /** Makes the body of the stored answer, for example without a secret that it puts into a header. */
  present?: (request: FastifyRequest, reply: FastifyReply, answer: Stored) => unknown
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The claim of the Idempotency-Key of a call that is not repeated, from its body on. */
    claim: Claim | null
    /**
     * The answer that a PUT or DELETE has already, by its Idempotency-Key. The first call may have deleted the
     * resource, raised its revision or ended the caller's own right, so only the token is checked again: the
     * scope of the tenant, read-only fields and If-Match do not count.
     */
    storedAnswer: StoredAnswer | null
    /** The answer to an earlier call with the same key; null if this call is the first one. */
    findAnswer: (reply: FastifyReply, content: unknown) => Promise<{ body: unknown } | null>
  }
  interface FastifyContextConfig {
    repeats?: Repeats
  }
}

export type IdempotencyDeps = {
  database: ScopedDatabase
  cipher: AnswerCipher
  /** Resolves when every change so far is seen everywhere. */
  propagated: () => Promise<Acknowledgement>
}

const header = 'idempotency-key'
const wellFormed = /^[\x21-\x7e]{1,255}$/
const methods = ['POST', 'PUT', 'DELETE']

/**
 * Answers the calls of this scope once per Idempotency-Key: a known key gets the stored answer, for another one
 * `changes.write` stores the answer in the transaction of the change. Register it after the token was checked.
 *
 * @param ownerOf returns who has the key. Keys of different people are independent, as are those of a person and
 *   of a personal access token. null: a caller without a token.
 */
export function answerOnce(
  scope: App,
  { database, cipher, propagated }: IdempotencyDeps,
  ownerOf: (request: FastifyRequest) => Actor | null,
): void {
  const databaseOf = (owner: Actor | null) =>
    owner === null ? database.forAccounts() : database.forActor(owner)

  const claimOf = (request: FastifyRequest, reply: FastifyReply, key: string, content: unknown) => {
    const owner = ownerOf(request)
    const call = [request.method, request.url, JSON.stringify(content ?? null)]
    const fingerprint = sha256(call.join('\n'))
    return createClaim({
      database: databaseOf(owner),
      cipher,
      id: { scope: scopeOf(owner, fingerprint), keyHash: sha256(key) },
      key,
      fingerprint,
      serialize: (value) =>
        reply.statusCode === 204
          ? ''
          : String(reply.serializeInput(value as Stored, String(reply.statusCode))),
    })
  }

  /** Waits for propagation, since the first call may have failed to. */
  const replay = async (request: FastifyRequest, reply: FastifyReply, text: string) => {
    const answer = text === '' ? null : JSON.parse(text)
    request.timing = await propagated().catch((error: unknown) => {
      throw withRevisionOf(error, answer)
    })
    const { requireUsable, present } = request.routeOptions.config.repeats ?? {}
    if (answer !== null) await requireUsable?.(request, answer)
    reply.code(statusOf(request)).header('idempotency-replayed', 'true')
    if (answer === null) return { body: undefined }
    const revision = revisionOf(answer)
    if (revision !== null) reply.header('etag', entityTagOf(revision))
    if (present !== undefined) return { body: present(request, reply, answer) }
    reply.type('application/json; charset=utf-8')
    return { body: text }
  }

  documentErrors(scope, ({ method }) =>
    methods.includes(String(method))
      ? ['IDEMPOTENCY_KEY_REUSED', 'SECRET_REVOKED', 'PROPAGATION_PENDING']
      : [],
  )
  scope.decorateRequest('claim', null)
  scope.decorateRequest('storedAnswer', null)
  scope.decorateRequest('findAnswer', async function (this: FastifyRequest, reply, content) {
    const key = keyOf(this)
    if (key === null) return null
    const claim = claimOf(this, reply, key, content)
    const stored = this.storedAnswer
    const text = stored === null ? await claim.find() : claim.read(stored)
    if (text !== null) return replay(this, reply, text)
    this.claim = claim
    return null
  })

  scope.addHook('onRequest', async (request) => {
    const key = keyOf(request)
    const owner = ownerOf(request)
    if (key === null || owner === null || request.method === 'POST') return
    const db = databaseOf(owner)
    const id = { scope: scopeOf(owner), keyHash: sha256(key) }
    request.storedAnswer = await idempotencyRepository(db).find(id)
    if (request.storedAnswer === null) return
    requireLive(request.user, await rightsRepository(db.sql).tokenState(request.user))
  })

  scope.addHook('preHandler', async (request, reply) => {
    if (!methods.includes(request.method)) return
    reply.code(statusOf(request))
    const { content, readsBody } = request.routeOptions.config.repeats ?? {}
    if (readsBody) return
    const answer = await request.findAnswer(reply, content ? content(request) : request.body)
    if (answer !== null) return reply.send(answer.body)
  })

  // A concurrent call with the same key may have committed first, which makes this one fail.
  scope.setErrorHandler(async (error, request, reply) => {
    const { claim } = request
    request.claim = null
    const text = mayBeRepeated(error) ? ((await claim?.find()) ?? null) : null
    if (text === null) throw error
    const { body } = await replay(request, reply, text)
    return reply.send(body)
  })
}

/** @throws AppError VALIDATION_FAILED */
function keyOf({ method, headers }: FastifyRequest): string | null {
  const key = headers[header]
  if (key === undefined || !methods.includes(method)) return null
  if (typeof key === 'string' && wellFormed.test(key)) return key
  const message = 'must be 1–255 visible ASCII characters'
  throw validationFailed([{ field: 'Idempotency-Key', message }])
}

/**
 * Callers without a token are distinguished by their requests. In a shared scope, any stranger could use up
 * their keys.
 */
function scopeOf(owner: Actor | null, fingerprint: Uint8Array = new Uint8Array()): string {
  if (owner === null) return `anonymous ${Buffer.from(fingerprint).toString('base64url')}`
  return owner.tokenScope === null ? owner.userId : `token ${owner.tokenScope.tokenId}`
}

/** A route whose schema names no answer sends none. */
function statusOf(request: FastifyRequest): number {
  const { config, schema } = request.routeOptions
  const [first = 204] = Object.keys(schema?.response ?? {}).map(Number)
  return config.repeats?.status?.(request) ?? first
}

const mayBeRepeated = (error: unknown): boolean =>
  isViolationOf(error, keyIndex) ||
  (error instanceof AppError && error.code !== 'PROPAGATION_PENDING')
