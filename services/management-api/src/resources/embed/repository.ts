import type { Exposure } from '@vitrine/contracts'
import type { Layout, Queryable, WidgetStatus } from '@vitrine/database'

/** A widget with its public fields. `config`, `theme` and `assets` are JSON. */
export type PublicWidget = Exposure & {
  id: string
  name: string
  slug: string
  layout: Layout
  status: WidgetStatus
  config: string
  theme: string
  assets: string
}

export const embedRepository = (db: Queryable) => ({
  /** A text that changes with the widget and each of its pictures; null if there is no such widget. */
  versionOf: async (projectId: string, widgetId: string): Promise<string | null> => {
    const rows = await db.$queryRaw<{ version: string }[]>`
      SELECT concat_ws(' ', widgets.revision, originals, max_public_width, (
          SELECT md5(string_agg(concat(asset.id, asset.revision), ',' ORDER BY position))
          FROM widget_assets AS place
          JOIN assets AS asset
            ON asset.project_id = place.project_id AND asset.id = place.asset_id
          WHERE place.widget_id = widgets.id
        )) AS version
      FROM widgets JOIN projects ON projects.id = project_id
      WHERE project_id = ${projectId}::uuid AND widgets.id = ${widgetId}::uuid`
    return rows[0]?.version ?? null
  },

  /** JSON from Postgres: parsing 500 images as rows would take 20 ms of the main thread. */
  find: async (projectId: string, widgetId: string): Promise<PublicWidget | null> => {
    const rows = await db.$queryRaw<PublicWidget[]>`
      SELECT widgets.id, widgets.name, widgets.slug, originals, max_public_width AS "maxPublicWidth", layout::text, status::text, config::text, theme::text, coalesce((
          SELECT json_agg(json_build_object(
            'id', asset.id, 'filename', filename, 'contentType', content_type,
            'width', width, 'height', height, 'version', version,
            'focalPoint', CASE WHEN focal_x IS NOT NULL
              THEN json_build_object('x', focal_x, 'y', focal_y) END,
            'altText', coalesce(place.alt_text,
              CASE WHEN decorative THEN '' ELSE nullif(asset.alt_text, '') END),
            'placeholder', CASE WHEN placeholder_color IS NOT NULL THEN json_build_object(
              'color', placeholder_color,
              'thumbhash', encode(placeholder_thumbhash, 'base64')) END,
            'caption', caption,
            'link', CASE WHEN link_url IS NOT NULL
              THEN json_build_object('url', link_url, 'newTab', link_new_tab) END,
            'video', CASE WHEN video_url IS NOT NULL THEN json_build_object('url', video_url) END,
            'tags', tags
          ) ORDER BY position)
          FROM widget_assets AS place
          JOIN assets AS asset
            ON asset.project_id = place.project_id AND asset.id = place.asset_id
          WHERE place.widget_id = widgets.id
        ), '[]')::text AS assets
      FROM widgets JOIN projects ON projects.id = project_id
      WHERE project_id = ${projectId}::uuid AND widgets.id = ${widgetId}::uuid`
    return rows[0] ?? null
  },
})
