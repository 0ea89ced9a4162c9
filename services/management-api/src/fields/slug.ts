import { maxSlugLength } from '@vitrine/contracts'
import { isViolationOf } from '@vitrine/contracts/errors'
import { transliterate } from 'transliteration'

/**
 * The slug of a name: "Größe" → "grosse", "漢字" → "han-zi". `fallback` if no character of the name can
 * be used in a slug.
 */
export function slugFrom(name: string, fallback: string): string {
  const words = transliterate(name.normalize('NFC'))
    .toLowerCase()
    // Marks inside of a word: ʹ of a soft sign, ` of an ayin.
    .replace(/(?<=[a-z0-9])['`’](?=[a-z0-9])|^['`’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
  return cut(words, maxSlugLength) || fallback
}

/** The slug with a suffix, such as `-2`. A long slug is cut at its end, so that both fit. */
export const withSuffix = (slug: string, suffix: string): string =>
  `${cut(slug, maxSlugLength - suffix.length)}${suffix}`

/** The `n`th slug to try: `hero`, `hero-2`, `hero-3` … */
export const numbered = (slug: string, n: number): string =>
  n === 1 ? slug : withSuffix(slug, `-${n}`)

const cut = (slug: string, length: number): string => slug.slice(0, length).replace(/-$/, '')

/**
 * The first candidate that is not taken. Each query tests twice as many as the previous one, so that the
 * thousandth resource with one name takes only a few queries.
 *
 * @param takenOf returns which of the slugs are taken.
 */
export async function firstFree(
  candidate: (n: number) => string,
  takenOf: (slugs: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<string> {
  for (let first = 1, count = 8; ; first += count, count *= 2) {
    const slugs = Array.from({ length: count }, (_, i) => candidate(first + i))
    const taken = await takenOf(slugs)
    const free = slugs.find((slug) => !taken.has(slug))
    if (free !== undefined) return free
  }
}

/** More than the number of concurrent callers with the same name. */
const maxAttempts = 100

/**
 * Runs the work, which takes a free slug. Runs it again if another call has taken that slug first.
 *
 * @param index name of the unique index of the slugs.
 */
export async function untilSlugIsFree<Result>(
  index: string,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === maxAttempts || !isViolationOf(error, index)) throw error
    }
  }
}
