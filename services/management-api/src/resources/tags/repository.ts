import type { Queryable } from '@vitrine/database'
import { literally } from '../../fields/search-text.js'
import type { TagCount, TagQuery } from './schemas.js'

export const tagRepository = (db: Queryable) => ({
  /** One page of the tags of a project's assets, the most frequent first, and the number of all. */
  list: async (projectId: string, { page, size, q = '' }: TagQuery) => {
    const rows = await db.$queryRaw<{ total: number; content: TagCount[] }[]>`
      WITH used AS (
        SELECT substr(filter, length('tag=') + 1) AS tag, sum(total)::int AS count
        FROM filter_counts
        WHERE project_id = ${projectId}::uuid AND filter LIKE 'tag=%'
          AND substr(filter, length('tag=') + 1) ILIKE ${`%${literally(q)}%`}
        GROUP BY filter HAVING sum(total) > 0
      ), shown AS (
        SELECT tag, count FROM used ORDER BY count DESC, tag LIMIT ${size} OFFSET ${page * size}
      )
      SELECT (SELECT count(*)::int FROM used) AS total,
        coalesce((SELECT json_agg(shown ORDER BY count DESC, tag) FROM shown), '[]') AS content`
    const [{ total, content } = { total: 0, content: [] }] = rows
    return [content, total] as const
  },
})
