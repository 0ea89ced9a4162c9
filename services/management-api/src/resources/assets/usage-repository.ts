import type { Queryable } from '@vitrine/database'
import type { PageQuery } from '@vitrine/http'
import { createPage } from '../../paging/pages.js'
import { newestFirst } from '../../paging/sort.js'

export const assetUsageRepository = (db: Queryable) => ({
  /** The widgets that show the asset, newest first. */
  listWidgets: async (projectId: string, assetId: string, query: PageQuery) => {
    const page = createPage(newestFirst('usage of an asset'), query)
    const where = { projectId, assets: { some: { assetId } } }
    const { orderBy, skip, take } = page
    const [rows, total] = await Promise.all([
      db.widget.findMany({
        where: { AND: [where, page.behind] },
        select: { id: true, name: true, slug: true, status: true, createdAt: true },
        orderBy,
        skip,
        take,
      }),
      db.widget.count({ where }),
    ])
    return page.answer(rows, total)
  },
})
