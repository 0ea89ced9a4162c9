import createRouter, { type HTTPMethod, type HTTPVersion } from 'find-my-way'
import type { AnswerRoute } from './route.js'
import { routerOptions } from './router-options.js'

/** A route as it is registered with Fastify. `answer` is null if Fastify serves it. */
export type Route = { pattern: string; answer: AnswerRoute | null }

/** `query` is the text after the question mark; many answers need none of it. */
export type FoundRoute = { route: Route; params: unknown; query: string }

/**
 * All routes of an app, collected from Fastify's own registrations. The table determines which routes are
 * answered before Fastify, and which methods an address supports.
 */
export class RouteTable {
  readonly #router = createRouter<HTTPVersion.V1>({
    ...routerOptions,
    querystringParser: (text) => text,
  })
  readonly #methods = new Set<HTTPMethod>()
  /** Whether targets of a pattern may also match a more specific pattern; null if not computed yet. */
  readonly #patterns = new Map<string, boolean | null>()

  add(methods: string | string[], pattern: string, answer: AnswerRoute | null): void {
    const route: Route = { pattern, answer }
    this.#patterns.set(pattern, null)
    // A new pattern may be more specific than known ones.
    for (const known of this.#patterns.keys()) this.#patterns.set(known, null)
    for (const method of [methods].flat() as HTTPMethod[]) {
      this.#methods.add(method)
      if (this.#router.hasRoute(method, pattern)) continue
      this.#router.on(method, pattern, () => undefined, route)
    }
  }

  /** The route that handles a request; null if there is none or the target cannot be decoded. */
  find(method: string, target: string): FoundRoute | null {
    const found = this.#router.find(method as HTTPMethod, target)
    // A target that cannot be decoded is found too, but without a route.
    const route: Route | null | undefined = found?.store
    if (!found || !route || this.isMisrouted(route.pattern, target)) return null
    return { route, params: found.params, query: String(found.searchParams) }
  }

  /**
   * Whether another pattern is more specific for the target than the one that matched. `/assets/bulk` is a
   * separate address, even for methods that only `/assets/:id` has.
   */
  isMisrouted(pattern: string, target: string): boolean {
    // Most patterns are unambiguous and need no second lookup.
    const isAmbiguous = this.#patterns.get(pattern) ?? this.#checkAmbiguity(pattern)
    return isAmbiguous && this.findAddress(target)?.pattern !== pattern
  }

  /** The most specific pattern for a target, and its methods; null if there is none. */
  findAddress(target: string): { pattern: string; allowed: readonly string[] } | null {
    const found = [...this.#methods].flatMap((method) => {
      const route: Route | undefined = this.#router.find(method, target)?.store
      return route === undefined ? [] : [{ method, pattern: route.pattern }]
    })
    found.sort((left, right) => placeholders(left.pattern) - placeholders(right.pattern))
    const pattern = found[0]?.pattern
    if (pattern === undefined) return null
    const allowed = found.filter((one) => one.pattern === pattern).map(({ method }) => method)
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
