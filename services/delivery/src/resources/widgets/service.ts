import { createHash } from 'node:crypto'
import type { Reader } from '@vitrine/coherence'
import { maxSlugLength, type OriginHeaders, shownFilename, slugPattern } from '@vitrine/contracts'
import type { Sql } from '@vitrine/database/sql'
import { AppError } from '@vitrine/errors'
import type { ApiKeyService } from '../api-keys/service.js'
import { type Served, widgetRepository } from './repository.js'
import type { PublishedWidget, WidgetRow } from './schemas.js'

type Deps = { sql: Sql; reader: Reader; apiKeys: ApiKeyService; publicUrl: string }

/** A response's bytes and their strong validator, made when the widget is read, not per request. */
export type WidgetResponse = { body: string; etag: string }

type Entry =
  | { outcome: 'published'; response: WidgetResponse }
  | Exclude<Served, { widget: unknown }>

const slugShape = new RegExp(slugPattern)

export function createWidgetService({ sql, reader, apiKeys, publicUrl }: Deps) {
  const widgets = widgetRepository(sql)

  const fill = (projectId: string, slug: string) => async () => {
    const served = await widgets.findServed(projectId, slug)
    const { value } = served
    const entry: Entry =
      value.outcome === 'published'
        ? { outcome: 'published', response: respond(projectId, value.widget, publicUrl) }
        : value
    return { ...served, value: entry }
  }

  const keyOf = (projectId: string, slug: string) => `widget:${projectId}:${slug}`

  return {
    /** As `fetch`, if that is known at once; null: ask `fetch`. */
    fetchWarm: (
      sentKey: string,
      slug: string,
      from: OriginHeaders,
      address: string,
    ): WidgetResponse | null => {
      const key = apiKeys.identifyWarm(sentKey, from)
      if (key === null) return null
      const entry = reader.peek<Entry>(keyOf(key.projectId, slug))
      if (entry?.outcome !== 'published') return null
      return apiKeys.admitWarm(key, address) ? entry.response : null
    },

    /**
     * The published widget under a slug, for whoever holds this key, on a page that it is for.
     *
     * @throws AppError API_KEY_INVALID, ORIGIN_NOT_ALLOWED, WIDGET_NOT_FOUND, or
     *   API_KEY_OF_OTHER_PROJECT when the key's project has no such widget and another publishes it.
     */
    fetch: async (
      sentKey: string | undefined,
      slug: string,
      from: OriginHeaders,
    ): Promise<WidgetResponse> => {
      const { projectId } = await apiKeys.identify(sentKey, from)
      // No widget can have such a slug: nothing to look up, and nothing to remember.
      if (slug.length > maxSlugLength || !slugShape.test(slug)) throw notFound()
      const entry = await reader.read(keyOf(projectId, slug), fill(projectId, slug))
      switch (entry.outcome) {
        case 'published':
          return entry.response
        case 'missing':
          throw notFound()
        case 'elsewhere':
          throw new AppError('API_KEY_OF_OTHER_PROJECT', 'This API key is for another project.')
      }
    },
  }
}

const notFound = () =>
  new AppError('WIDGET_NOT_FOUND', 'There is no published widget with this slug.')

function respond(projectId: string, row: WidgetRow, publicUrl: string): WidgetResponse {
  const { assets, ...widget } = row
  const published: PublishedWidget = {
    widget,
    assets: assets.map(({ id, filename, ...asset }) => ({
      id,
      url: `${publicUrl}/api/v1/deliver/${projectId}/${id}`,
      filename: shownFilename(filename),
      ...asset,
    })),
  }
  const body = JSON.stringify(published)
  const digest = createHash('sha256').update(body).digest('base64url')
  return { body, etag: `"${digest.slice(0, 27)}"` }
}

export type WidgetService = ReturnType<typeof createWidgetService>
