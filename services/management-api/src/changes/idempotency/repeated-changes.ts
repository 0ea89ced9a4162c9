import { isViolationOf } from '@vitrine/errors'
import type { App } from '@vitrine/http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorOf } from '../rights/bearer.js'
import { authorityRepository } from '../rights/repository.js'
import { requireLive } from '../rights/token-state.js'
import { type Claim, type ClaimDeps, keyIndex } from './claim.js'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Whether the Idempotency-Key of a PUT or DELETE has an answer already. The stored answer is sent, or an
     * error, and the route's handler does not run.
     */
    isRepeated: boolean
  }
  interface FastifyContextConfig {
    /** The body is not parsed before the handler, which answers by `changedOnce`. */
    identifiesItself?: true
  }
}

const methods = ['PUT', 'DELETE']

/**
 * Answers a repeated PUT or DELETE of this scope from its Idempotency-Key. The first call may have deleted the
 * resource, raised its revision or ended the caller's own right, so only the token is checked again: the scope
 * of the tenant, read-only fields and If-Match do not count. Register it after `idempotencyKeys`.
 */
export function repeatedChanges(scope: App, { database }: Pick<ClaimDeps, 'database'>): void {
  scope.decorateRequest('isRepeated', false)
  scope.addHook('onRequest', async (request) => {
    const { claim, user } = request
    if (claim === null || !methods.includes(request.method)) return
    request.isRepeated = await claim.loadAnswer()
    if (!request.isRepeated) return
    const authorities = authorityRepository(database.forActor(actorOf(user)).sql)
    requireLive(user, await authorities.tokenState(user))
  })
  scope.addHook('preHandler', async (request, reply) => {
    const { claim } = request
    if (claim === null || !methods.includes(request.method)) return
    const { schema, config } = request.routeOptions
    if (config.identifiesItself) return
    const hasBody = (schema?.response as Record<string, unknown> | undefined)?.['200'] !== undefined
    const call = [request.method, request.url, JSON.stringify(request.body ?? null)]
    claim.identify(reply, call.join('\n'), hasBody ? '200' : null)
    if (!request.isRepeated) return
    const answer = await claim.answerAgain(reply)
    return reply.send(answer?.body)
  })
  scope.addHook('onRoute', (route) => {
    if (!methods.includes(String(route.method))) return
    const { handler } = route
    route.handler = function (request, reply) {
      const run = async () => handler.call(this, request, reply)
      return request.claim === null ? run() : orOfTwin(request.claim, reply, run)
    }
  })
}

/**
 * The result of `change`, or the stored answer to a call that was made before. For a PUT whose content is known
 * only to its handler.
 *
 * @param content identifies a repeated call, with its address.
 */
export async function changedOnce<Body>(
  request: FastifyRequest,
  reply: FastifyReply,
  content: unknown,
  change: () => Promise<Body>,
): Promise<Body> {
  const { claim } = request
  if (claim === null) return change()
  claim.identify(reply, [request.method, request.url, JSON.stringify(content)].join('\n'), '200')
  if (!request.isRepeated) return change()
  const answer = await claim.answerAgain(reply)
  return answer?.body as Body
}

/** The result of `run`, or the answer to a call with the same key that was faster. */
async function orOfTwin(
  claim: Claim,
  reply: FastifyReply,
  run: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await run()
  } catch (error) {
    const twin = isViolationOf(error, keyIndex) ? await claim.answerAgain(reply) : null
    if (twin === null) throw error
    return reply.send(twin.body)
  }
}
