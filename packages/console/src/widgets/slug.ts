/** Letters that have no decomposition. */
const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
}

/** A name as the service takes it for a slug; empty if none of its letters is Latin. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[ßæœøđðłþı]/g, (letter) => spelled[letter] ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 100)
    .replaceAll(/^-+|-+$/g, '')

/** For a slug that is taken: `summer`, `summer-2`, `summer-3`. */
export const numbered = (slug: string, n: number): string =>
  n === 1 ? slug : `${slug.slice(0, 100 - String(n).length - 1)}-${n}`
