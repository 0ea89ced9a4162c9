export type MembersSearch = { q?: string | undefined; page?: number | undefined }

/** Drops what cannot be understood, so that a mistyped link still opens. */
export function parseMembersSearch({ q, page }: Record<string, unknown>): MembersSearch {
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, 200) : ''
  const number = Number(page)
  return {
    ...(text !== '' && { q: text }),
    ...(Number.isInteger(number) && number > 0 && number < 1e6 && { page: number }),
  }
}
