import type { Admin } from '../admin.js'
import { bars, type Case, pageOf } from './case.js'

const size = 20

type Page = { content: { filename: string }[]; totalElements: number; totalPages: number }

/** Pages in the order of the creation, at the beginning and far behind. */
export const assetPages = (admin: Admin, id: string, assets: number, pages: readonly number[]) =>
  pages.map((page): Case => {
    const query = `page=${page}&size=${size}`
    const path = `/api/projects/${id}/assets`
    const list = { name: `${assets} assets`, path }
    return {
      ...pageOf(admin, list, { query, barMs: bars.kept, total: assets }),
      call: async () => check(await admin.get<Page>(`${path}?${query}`), assets, page),
    }
  })

function check({ content, totalElements, totalPages }: Page, assets: number, page: number): void {
  const names = content.map(({ filename }) => filename)
  const expected = Array.from({ length: size }, (_, i) => `${page * size + i}.jpg`)
  const isRight =
    totalElements === assets &&
    totalPages === assets / size &&
    JSON.stringify(names) === JSON.stringify(expected)
  if (!isRight) throw new Error(`page ${page} of ${assets} assets is wrong: ${names.join(', ')}`)
}
