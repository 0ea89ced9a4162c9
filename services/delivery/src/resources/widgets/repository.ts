import type { Snapshot } from '@vitrine/coherence'
import { publicTags, tags } from '@vitrine/contracts'
import type { Sql } from '@vitrine/database/sql'
import type { WidgetRow } from './schemas.js'

/** The outcome of looking up a slug for the clients of a project. */
export type SlugLookup =
  | { outcome: 'published'; widget: WidgetRow }
  | { outcome: 'missing' }
  /** The project has no such widget, and another project publishes it. */
  | { outcome: 'elsewhere' }

type Row = Omit<WidgetRow, 'id'> & {
  asOf: number
  /** Null unless it is published: the database role of the service sees no other widget. */
  id: string | null
  hasDraft: boolean
  /** Another project that publishes the slug, if any. */
  publisherId: string | null
}

export const widgetRepository = (sql: Sql) => ({
  /** The outcome, its tags and the head of the change log, in one snapshot. */
  findBySlug: async (projectId: string, slug: string): Promise<Snapshot<SlugLookup>> => {
    const row = await sql.queryRow<Row>`
      SELECT head.seq::float8 AS "asOf", p.originals, p.max_public_width AS "maxPublicWidth", w.id, w.slug, w.layout, w.config::text, w.theme::text,
        w.id IS NULL AND vitrine_has_draft(${projectId}::uuid, ${slug}) AS "hasDraft",
        (
          SELECT other.project_id FROM widgets AS other
          WHERE other.slug = ${slug} AND other.status = 'PUBLISHED'
            AND other.project_id <> ${projectId}::uuid
          LIMIT 1
        ) AS "publisherId",
        coalesce((
          SELECT json_agg(json_build_object(
            'id', a.id, 'filename', a.filename, 'contentType', a.content_type,
            'width', a.width, 'height', a.height, 'version', a.version,
            'focalPoint', CASE WHEN a.focal_x IS NOT NULL
              THEN json_build_object('x', a.focal_x, 'y', a.focal_y) END,
            'altText', coalesce(own_alt_text,
              CASE WHEN a.decorative THEN '' ELSE nullif(a.alt_text, '') END),
            'placeholder', CASE WHEN a.placeholder_color IS NOT NULL THEN json_build_object(
              'color', a.placeholder_color,
              'thumbhash', encode(a.placeholder_thumbhash, 'base64')) END,
            'caption', caption, 'link', link, 'video', video, 'tags', shown_tags
          ) ORDER BY place)
          FROM vitrine_published_items(w.id) JOIN assets AS a ON a.id = shown_asset_id
        ), '[]') AS assets
      FROM change_head AS head
      LEFT JOIN widgets AS w ON w.project_id = ${projectId}::uuid AND w.slug = ${slug}
      LEFT JOIN projects AS p ON p.id = w.project_id`
    return outcomeOf(row, projectId, slug)
  },
})

function outcomeOf(row: Row, projectId: string, slug: string): Snapshot<SlugLookup> {
  const { asOf, hasDraft, publisherId, id, ...rest } = row
  const here = [tags.projectSlug(projectId, slug), tags.project(projectId)]
  if (hasDraft) return { value: { outcome: 'missing' }, tags: here, asOf }
  if (id === null) {
    const absent = [...here, tags.slug(slug)]
    if (publisherId === null) return { value: { outcome: 'missing' }, tags: absent, asOf }
    // A change that deletes a project does not name the slugs of its widgets.
    const witnessed = [...absent, tags.project(publisherId)]
    return { value: { outcome: 'elsewhere' }, tags: witnessed, asOf }
  }
  const hasTags = publicTags(rest.config) !== null
  const shown = new Set(
    rest.assets.flatMap((asset) => [
      tags.asset(asset.id),
      ...(hasTags ? [tags.assetTags(asset.id)] : []),
    ]),
  )
  return {
    value: { outcome: 'published', widget: { id, ...rest } },
    tags: [...here, tags.widget(id), ...shown],
    asOf,
  }
}
