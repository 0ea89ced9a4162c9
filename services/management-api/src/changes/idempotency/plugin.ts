import { validationFailed } from '@vitrine/errors'
import type { App } from '@vitrine/http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bearerOf } from '../author.js'
import { actorOf } from '../rights/bearer.js'
import { Claim, type ClaimDeps } from './claim.js'
import type { Repeats } from './replay.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the request's Idempotency-Key, if it has one. */
    claim: Claim | null
  }
}

const header = 'idempotency-key'
const wellFormed = /^[\x21-\x7e]{1,255}$/

const methods = ['POST', 'PUT', 'DELETE']

/**
 * Reads the Idempotency-Key of every POST, PUT and DELETE. Register it after the token was checked. See
 * `repeatedChanges` for PUT and DELETE.
 */
export function idempotencyKeys(scope: App, deps: ClaimDeps): void {
  if (!scope.hasRequestDecorator('claim')) scope.decorateRequest('claim', null)
  scope.addHook('onRequest', async (request) => {
    const key = request.headers[header]
    if (!methods.includes(request.method) || key === undefined) return
    if (typeof key !== 'string' || !wellFormed.test(key)) {
      const message = 'must be 1–255 visible ASCII characters'
      throw validationFailed([{ field: 'Idempotency-Key', message }])
    }
    const bearer = bearerOf(request)
    request.claim = new Claim({
      ...deps,
      actor: bearer ? actorOf(bearer) : null,
      key,
      onAcknowledged: (timing) => {
        request.timing = timing
      },
    })
  })
}

/**
 * The result of a POST, which answers 201 unless `repeats` says otherwise. With an Idempotency-Key, `create` runs once, and repeated calls
 * get the same answer.
 *
 * @param content identifies a repeated call: the body, or the properties of an upload.
 */
export async function created<Body, Shown = Body>(
  request: FastifyRequest,
  reply: FastifyReply,
  content: unknown,
  create: () => Promise<Body>,
  repeats: Repeats<Body, Shown> = {},
): Promise<Body | Shown> {
  reply.code(repeats.status ?? 201)
  const first = async () => {
    const body = await create()
    return repeats.present === undefined ? body : repeats.present(body)
  }
  if (request.claim === null) return first()
  const call = [request.method, request.url.split('?', 1)[0], JSON.stringify(content)]
  return request.claim.answer(reply, call.join('\n'), first, repeats)
}
