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

const longest = 100

/** A name as the service takes it for a slug; empty if none of its letters is Latin. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[ßæœøđðłþı]/g, (letter) => spelled[letter] ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    // The parts of a letter such as № may be capitals.
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replaceAll(/^-+|-+$/g, '')

/** For a slug that is taken: `summer`, `summer-2`, `summer-3`. */
export function numbered(slug: string, n: number): string {
  if (n === 1) return slug
  const end = `-${n}`
  return `${slug.slice(0, longest - end.length).replace(/-+$/, '')}${end}`
}
