import { negotiableFormats } from '../request/rendition-request.js'
import { type Plan, plan } from './plan.js'
import type { SourceImage } from './source.js'

/**
 * The renditions that `?w=<width>&format=auto` gives to present browsers: those that accept all negotiable
 * formats, and those that accept only the later ones. In the order of the widths, each once, and without
 * those that are the original itself.
 */
export function negotiatedPlans(source: SourceImage, widths: readonly number[]): Plan[] {
  const accepts = negotiableFormats.map((_, first) => negotiableFormats.slice(first))
  const plans = widths.flatMap((width) =>
    accepts.flatMap((accepted) => {
      const request = { width, fit: 'cover', negotiated: true, accepted } as const
      return plan(request, source) ?? []
    }),
  )
  return [...new Map(plans.map((made) => [made.key, made])).values()]
}
