import { Prisma } from '@vitrine/database'
import { parseTimestamp } from '@vitrine/http'
import { literally } from '../../../fields/search-text.js'
import type { AssetFilter } from '../schemas.js'

/** The condition of one filter. */
type Condition<Name extends keyof AssetFilter> = (
  value: NonNullable<AssetFilter[Name]>,
  projectId: string,
) => Prisma.Sql

// One text, for a single comparison. The separators are line feeds, which `q` cannot contain.
const shownText = Prisma.sql`concat_ws(E'\n', filename, alt_text, array_to_string(tags, E'\n'))`

/** The same expression as in the index. */
const alt = Prisma.sql`
  (CASE WHEN decorative THEN 'decorative' WHEN alt_text <> '' THEN 'present' ELSE 'missing' END)`

const moment = (text: string): Date => parseTimestamp(text) ?? new Date(0)

const conditions: { [Name in keyof Required<AssetFilter>]: Condition<Name> } = {
  q: (q) => Prisma.sql`${shownText} ILIKE ${`%${literally(q)}%`}`,
  id: (ids) => Prisma.sql`id = ANY(${ids}::uuid[])`,
  tag: (tags, projectId) =>
    Prisma.sql`id IN (SELECT vitrine_tagged_assets(${projectId}::uuid, ${tags}::text[]))`,
  folderId: (id) =>
    id === 'root' ? Prisma.sql`folder_id IS NULL` : Prisma.sql`folder_id = ${id}::uuid`,
  contentType: (type) => Prisma.sql`content_type = ${type}`,
  alt: (state) => Prisma.sql`${alt} = ${state}`,
  unused: (isUnused) => Prisma.sql`unused = ${isUnused}`,
  duplicates: (areSought, projectId) => Prisma.sql`
    id ${areSought ? Prisma.sql`IN` : Prisma.sql`NOT IN`}
      (SELECT vitrine_duplicate_assets(${projectId}::uuid))`,
  minBytes: (bytes) => Prisma.sql`size_bytes >= ${bytes}`,
  createdFrom: (from) => Prisma.sql`created_at >= ${moment(from)}`,
  createdTo: (to) => Prisma.sql`created_at < ${moment(to)}`,
}

type Given = [name: keyof AssetFilter, value: never]

/** The filters that are given. An empty `q` is none. */
export const givenFilters = (filter: AssetFilter): Given[] =>
  Object.entries(filter).filter(([, value]) => value !== undefined && value !== '') as Given[]

/** The assets of the project that match. */
export function matching(projectId: string, filter: AssetFilter): Prisma.Sql {
  const parts = givenFilters(filter).map(([name, value]) => conditions[name](value, projectId))
  return Prisma.join([Prisma.sql`project_id = ${projectId}::uuid`, ...parts], ' AND ')
}

const kept: readonly (keyof AssetFilter)[] = ['folderId', 'contentType', 'alt', 'unused', 'tag']

/**
 * The name of the kept count of the matching assets, as in the table `filter_counts`: null for a
 * combination, and for a filter without such a count.
 */
export function keptCountOf(filter: AssetFilter): string | null {
  const [first, second] = givenFilters(filter)
  if (first === undefined || second !== undefined) return null
  const [name, value] = first
  const values = [value].flat()
  return kept.includes(name) && values.length === 1 ? `${name}=${values[0]}` : null
}
