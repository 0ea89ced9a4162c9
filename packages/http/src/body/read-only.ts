import { isDeepStrictEqual } from 'node:util'
import { AppError, type ErrorDetail, validationFailed } from '@vitrine/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { statusOf } from '../errors/error-body.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The resource that the route changes, as it is now. A route with read-only fields names it. */
    current?: Current
  }
}

type Fields = Record<string, unknown>
type BodySchema = { properties?: Record<string, { readOnly?: boolean; volatile?: boolean }> }

/** Longer values are not repeated in a message. */
const maxShownLength = 100

/**
 * Lets a PUT repeat what a GET returned. Each read-only field is compared with the resource in the shape
 * of the response: an equal value is ignored, a different one is 400. Volatile fields are always ignored.
 * The handler gets the body without any of them.
 *
 * @throws at startup, for a route with such fields that does not say how to read the resource.
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

/** Reads the resource that a request is to change. */
export type Current = (request: FastifyRequest) => Promise<unknown>

function currentOf({ method, url, config }: RouteOptions): Current {
  if (config?.current !== undefined) return config.current
  throw new Error(`${method} ${url} has read-only fields and names no current resource`)
}

/** The resource as a GET answers it; null when there is none: the handler answers that itself. */
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
