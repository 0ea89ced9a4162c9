import { isDeepStrictEqual } from 'node:util'
import { AppError, type ErrorDetail, validationFailed } from '@vitrine/contracts/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { statusOf } from '../errors/error-body.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Loads the resource that the route changes. Required for a route with read-only fields. */
    current?: Current
  }
}

type Fields = Record<string, unknown>
type BodySchema = { properties?: Record<string, { readOnly?: boolean; volatile?: boolean }> }

/** Longer values are not quoted in a message. */
const maxShownLength = 100

/**
 * Lets a PUT repeat the read-only fields of a GET response. Each one is compared with the resource as a
 * response would show it: an equal value is ignored, a different one is a 400. Volatile fields are always
 * ignored. The handler receives the body without any of these fields.
 *
 * @throws at startup, for a route that has such fields but no `current`.
 */
export function compareReadOnly(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const properties = Object.entries((route.schema?.body as BodySchema)?.properties ?? {})
    const readOnly = properties.filter(([, property]) => property.readOnly === true)
    if (readOnly.length === 0) return
    const compared = readOnly.flatMap(([name, { volatile }]) => (volatile === true ? [] : [name]))
    const current = currentOf(route)
    route.preHandler = [
      ...[route.preHandler ?? []].flat(),
      async (request, reply) => {
        const body = request.body as Fields
        const sent = compared.filter((name) => body[name] !== undefined)
        if (sent.length > 0) refuseOthers(body, sent, await shapeOf(current, request, reply))
        for (const [name] of readOnly) delete body[name]
      },
    ]
  })
}

export type Current = (request: FastifyRequest) => Promise<unknown>

function currentOf({ method, url, config }: RouteOptions): Current {
  if (config?.current !== undefined) return config.current
  throw new Error(`${method} ${url} has read-only fields and names no current resource`)
}

/** The resource as a GET returns it; null if it does not exist, which the handler reports itself. */
async function shapeOf(
  current: Current,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Fields | null> {
  try {
    const resource = (await current(request)) as Fields
    return JSON.parse(String(reply.serializeInput(resource, '200')))
  } catch (error) {
    if (error instanceof AppError && statusOf(error.code) === 404) return null
    throw error
  }
}

function refuseOthers(body: Fields, sent: readonly string[], resource: Fields | null): void {
  if (resource === null) return
  const details = sent.flatMap((field): ErrorDetail[] =>
    isDeepStrictEqual(body[field], resource[field])
      ? []
      : [{ field, message: `is read-only${describe(resource[field])}` }],
  )
  if (details.length > 0) throw validationFailed(details)
}

function describe(value: unknown): string {
  const text = JSON.stringify(value)
  return text === undefined || text.length > maxShownLength
    ? ': send it as a GET returns it, or leave it out'
    : ` and is ${text}: send that value, or leave the field out`
}
