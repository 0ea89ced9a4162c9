import type { Reader } from '@vitrine/coherence'
import {
  assetAddress,
  isSlug,
  type OriginHeaders,
  publicSize,
  publicTags,
  withoutBidiControls,
} from '@vitrine/contracts'
import { AppError } from '@vitrine/contracts/errors'
import type { Sql } from '@vitrine/database/sql'
import type { KnownKey } from '../api-keys/repository.js'
import type { ApiKeyService } from '../api-keys/service.js'
import { type PreparedWidget, prepareWidget } from './prepared-widget.js'
import { type SlugLookup, widgetRepository } from './repository.js'
import type { PublishedWidget, WidgetRow } from './schemas.js'

type Deps = {
  sql: Sql
  reader: Pick<Reader, 'read'>
  apiKeys: Pick<ApiKeyService, 'identify'>
  publicUrl: string
}

type FetchedWidget = { widget: PreparedWidget; key: KnownKey }

/** What the cache keeps of a lookup. */
type CachedLookup =
  | { outcome: 'published'; widget: PublishedWidget }
  | Exclude<SlugLookup, { widget: unknown }>

const missing: CachedLookup = { outcome: 'missing' }

export function createWidgetService({ sql, reader, apiKeys, publicUrl }: Deps) {
  const widgets = widgetRepository(sql)

  const find = async (projectId: string, slug: string): Promise<CachedLookup> => {
    // No widget can have such a slug, so nothing is looked up or cached.
    if (!isSlug(slug)) return missing
    return reader.read<CachedLookup>(`published-widget:${projectId}:${slug}`, async () => {
      const { value, tags, asOf } = await widgets.findBySlug(projectId, slug)
      if (value.outcome !== 'published') return { value, tags, asOf }
      const widget = publicWidget(projectId, value.widget, publicUrl)
      return { value: { outcome: 'published', widget }, tags, asOf }
    })
  }

  return {
    /** The published widget of a project, null if there is none. */
    findPublished: async (projectId: string, slug: string): Promise<PublishedWidget | null> => {
      const lookup = await find(projectId, slug)
      return lookup.outcome === 'published' ? lookup.widget : null
    },

    /**
     * The published widget with this slug, for the holder of this key on a page that may use the key.
     *
     * @throws AppError API_KEY_INVALID, ORIGIN_NOT_ALLOWED, TOO_MANY_REQUESTS, WIDGET_NOT_FOUND, or
     *   API_KEY_OF_OTHER_PROJECT if the project of the key has no such widget and another publishes it.
     */
    fetch: async (
      sentKey: string | undefined,
      slug: string,
      from: OriginHeaders,
    ): Promise<FetchedWidget> => {
      const key = await apiKeys.identify(sentKey, from)
      const published = requireWidget(await find(key.projectId, slug))
      return { widget: prepareWidget(published, key.permissions === 'READ_WRITE'), key }
    },
  }
}

export type WidgetService = ReturnType<typeof createWidgetService>

function requireWidget(lookup: CachedLookup): PublishedWidget {
  switch (lookup.outcome) {
    case 'published':
      return lookup.widget
    case 'missing':
      throw notFound()
    case 'elsewhere':
      throw new AppError('API_KEY_OF_OTHER_PROJECT', 'This API key is for another project.')
  }
}

const notFound = () =>
  new AppError('WIDGET_NOT_FOUND', 'There is no published widget with this slug.')

function publicWidget(projectId: string, row: WidgetRow, publicUrl: string): PublishedWidget {
  const { assets, originals, maxPublicWidth, ...widget } = row
  const published = publicTags(row.config)
  return {
    widget,
    assets: assets.map(({ id, filename, version, tags, ...asset }) => ({
      id,
      url: assetAddress(publicUrl, { projectId, id, version }),
      filename: withoutBidiControls(filename),
      ...asset,
      ...publicSize(asset, { originals, maxPublicWidth }),
      ...(published !== null && { tags: published(tags) }),
    })),
  }
}
