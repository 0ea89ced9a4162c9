import { AppError } from '@vitrine/contracts/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import createRouter, { type HTTPMethod, type HTTPVersion } from 'find-my-way'

/** The options of Fastify's router. */
export const routerOptions = { maxParamLength: 256 }

/**
 * Answers requests that match no route: 405 with `Allow` if the address exists but does not support the
 * method, otherwise 404. Register it before any route.
 */
export function handleUnrouted(app: FastifyInstance): void {
  const addresses = new Addresses()
  app.addHook('onRoute', ({ method, url }) => {
    // Catch-all routes, such as the one for preflights, do not make an address exist.
    if (url !== '*' && url !== '/*') addresses.add(method, url)
  })

  const refuse = (request: FastifyRequest, reply: FastifyReply): AppError => {
    const address = addresses.find(request.url)
    if (address === null) {
      return new AppError('ROUTE_NOT_FOUND', 'There is nothing at this address.')
    }
    const allowed = address.allowed.join(', ')
    reply.header('allow', allowed)
    const message = `${request.method} is not allowed here; ${allowed} would be.`
    return new AppError('METHOD_NOT_ALLOWED', message)
  }

  const isMisrouted = ({ routeOptions, url }: FastifyRequest): boolean =>
    routeOptions.url !== undefined && addresses.isMisrouted(routeOptions.url, url)

  app.setNotFoundHandler((request, reply) => {
    throw refuse(request, reply)
  })
  // Runs before the body is parsed: without a route there is no schema to check it against.
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.is404 || isMisrouted(request)) done(refuse(request, reply))
    else done(null, payload)
  })
}

/** The addresses of an app and their methods. */
class Addresses {
  readonly #router = createRouter<HTTPVersion.V1>(routerOptions)
  readonly #methods = new Set<HTTPMethod>()
  /** Whether targets of a pattern may also match a more specific pattern; null if not computed yet. */
  readonly #patterns = new Map<string, boolean | null>()

  add(methods: string | string[], pattern: string): void {
    this.#patterns.set(pattern, null)
    // A new pattern may be more specific than known ones.
    for (const known of this.#patterns.keys()) this.#patterns.set(known, null)
    for (const method of [methods].flat() as HTTPMethod[]) {
      this.#methods.add(method)
      if (this.#router.hasRoute(method, pattern)) continue
      this.#router.on(method, pattern, () => undefined, pattern)
    }
  }

  /**
   * Whether another pattern is more specific for the target than the one that matched. `/assets/bulk` is a
   * separate address, even for methods that only `/assets/:id` has.
   */
  isMisrouted(pattern: string, target: string): boolean {
    // Most patterns are unambiguous and need no second lookup.
    const isAmbiguous = this.#patterns.get(pattern) ?? this.#checkAmbiguity(pattern)
    return isAmbiguous && this.find(target)?.pattern !== pattern
  }

  /** The most specific pattern for a target, and its methods; null if there is none. */
  find(target: string): { pattern: string; allowed: readonly string[] } | null {
    const matches = [...this.#methods].flatMap((method) => {
      // A target that cannot be decoded is found too, but without a pattern.
      const pattern: string | undefined = this.#router.find(method, target)?.store
      return pattern === undefined ? [] : [{ method, pattern }]
    })
    matches.sort((left, right) => placeholders(left.pattern) - placeholders(right.pattern))
    const pattern = matches[0]?.pattern
    if (pattern === undefined) return null
    const allowed = matches.filter((one) => one.pattern === pattern).map(({ method }) => method)
    return { pattern, allowed }
  }

  #checkAmbiguity(pattern: string): boolean {
    const expression = expressionOf(pattern)
    const own = placeholders(pattern)
    const isAmbiguous = [...this.#patterns.keys()].some(
      (other) => placeholders(other) < own && expression.test(other),
    )
    this.#patterns.set(pattern, isAmbiguous)
    return isAmbiguous
  }
}

/** The number of parameters and wildcards of a pattern: the fewer, the more specific. */
const placeholders = (pattern: string): number => pattern.match(/[:*]/g)?.length ?? 0

/** Matches the targets of a pattern, and therefore also more specific patterns. */
const expressionOf = (pattern: string): RegExp => {
  const literal = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replace(/:\w+/g, '[^/]+').replace(/\*/g, '.*')}$`)
}
