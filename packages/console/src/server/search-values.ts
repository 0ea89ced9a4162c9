/*
 * Values of search parameters, as the router reads them: `7`, `true` and `null` are no texts. What a filter does not
 * understand is undefined, so that an old or a mistyped link still opens.
 */

/** UTF-16 units; the service searches for no more. */
const longestText = 200

/** Without halves of characters, which no address can have. */
export function textOf(raw: unknown): string | undefined {
  if (!['string', 'number', 'boolean'].includes(typeof raw)) return undefined
  const text = String(raw)
    .slice(0, longestText)
    .replaceAll(/\p{Surrogate}/gu, '')
  return text.trim() === '' ? undefined : text
}

export const oneOf = <Value extends string>(
  values: readonly Value[],
  raw: unknown,
): Value | undefined => values.find((value) => value === raw)

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const idOf = (raw: unknown): string | undefined =>
  typeof raw === 'string' && id.test(raw) ? raw : undefined

/** A whole number from 1 on, below `end`. */
export function countOf(raw: unknown, end: number): number | undefined {
  if (typeof raw !== 'number' && typeof raw !== 'string') return undefined
  const count = Number(raw)
  return Number.isInteger(count) && count > 0 && count < end ? count : undefined
}

type Present<Search> = { [Name in keyof Search]?: Exclude<Search[Name], undefined> }

/** Without the parameters that have no value. */
export const present = <Search extends object>(search: Search): Present<Search> =>
  Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined),
  ) as Present<Search>
