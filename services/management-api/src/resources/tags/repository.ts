import { Prisma, type Queryable } from '@vitrine/database'
import { literally } from '../../fields/search-text.js'
import type { Order } from '../../paging/cursor.js'
import { createPage } from '../../paging/pages.js'
import type { TagCount, TagQuery } from './schemas.js'

const mostFrequentFirst: Order = {
  list: 'tags',
  field: 'count',
  type: 'number',
  direction: 'desc',
  idType: 'text',
}

export const tagRepository = (db: Queryable) => ({
  /** One page of the tags of a project's assets, the most frequent first. */
  list: async (projectId: string, query: TagQuery) => {
    const page = createPage(mostFrequentFirst, query, { id: 'tag' })
    const { after } = page
    const behind =
      after === null
        ? Prisma.empty
        : Prisma.sql`WHERE count < ${after.value}::int OR (count = ${after.value}::int AND tag > ${after.id})`
    const rows = await db.$queryRaw<{ total: number; content: TagCount[] }[]>`
      WITH used AS (
        SELECT tag, assets AS count FROM tag_counts
        WHERE project_id = ${projectId}::uuid AND tag ILIKE ${`%${literally(query.q ?? '')}%`}
      ), shown AS (
        SELECT tag, count FROM used ${behind}
        ORDER BY count DESC, tag LIMIT ${page.take} OFFSET ${page.skip}
      )
      SELECT (SELECT count(*)::int FROM used) AS total,
        coalesce((SELECT json_agg(shown ORDER BY count DESC, tag) FROM shown), '[]') AS content`
    const [{ total, content } = { total: 0, content: [] }] = rows
    return page.answer(content, total)
  },
})
