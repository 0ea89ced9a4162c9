import createRouter, { type HTTPMethod, type HTTPVersion } from 'find-my-way'
import { routerOptions } from './router-options.js'

/** Parameters and wildcards of a pattern: the fewer, the closer it is to an address. */
const placeholders = (pattern: string): number => pattern.match(/[:*]/g)?.length ?? 0

/** What a pattern stands for; other patterns may be among it. */
const expressionOf = (pattern: string): RegExp => {
  const literal = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replace(/:\w+/g, '[^/]+').replace(/\*/g, '.*')}$`)
}

/**
 * The addresses of an app and their methods. `/assets/bulk` is an address of its own, also for the
 * methods that only `/assets/:id` has.
 */
export function createAddresses() {
  const router = createRouter<HTTPVersion.V1>(routerOptions)
  const methods = new Set<HTTPMethod>()
  const patterns = new Set<string>()
  const ambiguous = new Map<string, boolean>()

  const isAmbiguous = (pattern: string): boolean => {
    const expression = expressionOf(pattern)
    const own = placeholders(pattern)
    return [...patterns].some((other) => placeholders(other) < own && expression.test(other))
  }

  return {
    add: (verbs: string | string[], pattern: string): void => {
      patterns.add(pattern)
      ambiguous.clear()
      for (const verb of [verbs].flat() as HTTPMethod[]) {
        methods.add(verb)
        if (!router.hasRoute(verb, pattern)) router.on(verb, pattern, () => undefined, pattern)
      }
    },
    /** Whether what a pattern takes may be another address: most need no second look. */
    isAmbiguous: (pattern: string): boolean => {
      const known = ambiguous.get(pattern) ?? isAmbiguous(pattern)
      ambiguous.set(pattern, known)
      return known
    },
    /** The pattern that is closest to a target, and its methods; null where there is none. */
    find: (target: string): { pattern: string; allowed: readonly string[] } | null => {
      const found = [...methods].flatMap((verb) => {
        const pattern: string | undefined = router.find(verb, target)?.store
        return pattern === undefined ? [] : [{ verb, pattern }]
      })
      found.sort((left, right) => placeholders(left.pattern) - placeholders(right.pattern))
      const pattern = found[0]?.pattern
      if (pattern === undefined) return null
      return {
        pattern,
        allowed: found.filter((one) => one.pattern === pattern).map((one) => one.verb),
      }
    },
  }
}
