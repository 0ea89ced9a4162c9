import { withSuffix } from '../../fields/slug.js'

const maxNameLength = 200
const suffix = ' copy'

/** "Hero" → "Hero copy". A long name is cut, so that both fit into 200 characters. */
export function copyName(name: string): string {
  const kept = [...name].slice(0, maxNameLength - suffix.length).join('')
  return `${kept.trimEnd()}${suffix}`
}

/** The `n`th slug to try for a copy: `hero-copy`, `hero-copy-2`, `hero-copy-3` …, 100 at most. */
export const copySlug = (slug: string, n: number): string =>
  withSuffix(slug, n === 1 ? '-copy' : `-copy-${n}`)
