export const maxSlugLength = 100

/** Lower-case words of letters and digits, joined by single hyphens. */
export const slugPattern = '^[a-z0-9]+(?:-[a-z0-9]+)*$'

/**
 * The slug that a name suggests: "Über uns!" → "uber-uns".
 *
 * @returns null when nothing of the name can stand in a slug.
 */
export function slugFrom(name: string): string | null {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlugLength)
    .replace(/^-|-$/g, '')
  return slug === '' ? null : slug
}
