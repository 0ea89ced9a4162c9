import type { Admin } from '../admin.js'

/** A call that is measured. It fails if its answer is wrong, so that a fast wrong answer is never measured. */
export type Case = { name: string; barMs?: number; call: () => Promise<void> }

/** An answer whose total is kept or small, and one whose matches are counted. ms. */
export const bars = { kept: 50, counted: 300 } as const

type Page = { content: unknown[]; totalElements: number }

/** One page of a list. @param shown the number of entries on the page, if it is checked. */
export function pageOf(
  admin: Admin,
  list: { name: string; path: string },
  expected: { query: string; barMs: number; total: number; shown?: number },
): Case {
  const { query, barMs, total, shown } = expected
  const name = `${list.name} ${query}`.trim()
  return {
    name,
    barMs,
    call: async () => {
      const { content, totalElements } = await admin.get<Page>(`${list.path}?${query}`)
      requireEqual(`${name}: totalElements`, totalElements, total)
      if (shown !== undefined) requireEqual(`${name}: entries`, content.length, shown)
    },
  }
}

export function requireEqual(name: string, value: number, expected: number): void {
  if (value !== expected) throw new Error(`${name}: ${value} instead of ${expected}`)
}
