import { countOf, present, textOf } from '../server/search-values.ts'

export type MembersSearch = { q?: string | undefined; page?: number | undefined }

/** Drops what cannot be understood, so that a mistyped link still opens. */
export const parseMembersSearch = ({ q, page }: Record<string, unknown>): MembersSearch =>
  present({ q: textOf(q)?.trim(), page: countOf(page, 1e6) })
