import type { Reader } from '@vitrine/coherence'
import {
  assetAddress,
  maxSlugLength,
  type OriginHeaders,
  shownFilename,
  slugPattern,
} from '@vitrine/contracts'
import type { Sql } from '@vitrine/database/sql'
import { AppError } from '@vitrine/errors'
import { andThen } from '@vitrine/http'
import type { KnownKey } from '../api-keys/repository.js'
import type { ApiKeyService } from '../api-keys/service.js'
import { type Served, widgetRepository } from './repository.js'
import type { PublishedWidget, WidgetRow } from './schemas.js'

type Deps = {
  sql: Sql
  reader: Pick<Reader, 'read'>
  apiKeys: Pick<ApiKeyService, 'identify'>
  publicUrl: string
}

type FetchedWidget = { widget: PublishedWidget; key: KnownKey }

type Entry =
  | { outcome: 'published'; widget: PublishedWidget }
  | Exclude<Served, { widget: unknown }>

const slugShape = new RegExp(slugPattern)
const missing: Entry = { outcome: 'missing' }

/** The widget for keys that may record events: one object per version, because answers are cached by object. */
const recording = new WeakMap<PublishedWidget, PublishedWidget>()

function withEvents(widget: PublishedWidget): PublishedWidget {
  const made = recording.get(widget)
  if (made !== undefined) return made
  const copy = { ...widget, events: true }
  recording.set(widget, copy)
  return copy
}

export function createWidgetService({ sql, reader, apiKeys, publicUrl }: Deps) {
  const widgets = widgetRepository(sql)

  const find = (projectId: string, slug: string): Entry | Promise<Entry> =>
    reader.read<Entry>(`published-widget:${projectId}:${slug}`, async () => {
      const { value, tags, asOf } = await widgets.findServed(projectId, slug)
      const entry: Entry =
        value.outcome === 'published'
          ? { outcome: 'published', widget: publicWidget(projectId, value.widget, publicUrl) }
          : value
      return { value: entry, tags, asOf }
    })

  const findBySlug = (projectId: string, slug: string): Entry | Promise<Entry> =>
    // No widget can have such a slug, so nothing is looked up or cached.
    slug.length > maxSlugLength || !slugShape.test(slug) ? missing : find(projectId, slug)

  return {
    /** The published widget of a project, null if there is none: synchronously if it is in memory. */
    findPublished: (projectId: string, slug: string) =>
      andThen(findBySlug(projectId, slug), (entry) =>
        entry.outcome === 'published' ? entry.widget : null,
      ),

    /**
     * The published widget with this slug, for the holder of this key on a page that may use the key:
     * synchronously if both are in memory.
     *
     * @throws AppError API_KEY_INVALID, ORIGIN_NOT_ALLOWED, TOO_MANY_REQUESTS, WIDGET_NOT_FOUND, or
     *   API_KEY_OF_OTHER_PROJECT if the project of the key has no such widget and another publishes it.
     */
    fetch: (
      sentKey: string | undefined,
      slug: string,
      from: OriginHeaders,
    ): FetchedWidget | Promise<FetchedWidget> =>
      andThen(apiKeys.identify(sentKey, from), (key) =>
        andThen(findBySlug(key.projectId, slug), (entry) => {
          const widget = requireWidget(entry)
          return { widget: key.permissions === 'READ_WRITE' ? withEvents(widget) : widget, key }
        }),
      ),
  }
}

export type WidgetService = ReturnType<typeof createWidgetService>

function requireWidget(entry: Entry): PublishedWidget {
  switch (entry.outcome) {
    case 'published':
      return entry.widget
    case 'missing':
      throw notFound()
    case 'elsewhere':
      throw new AppError('API_KEY_OF_OTHER_PROJECT', 'This API key is for another project.')
  }
}

const notFound = () =>
  new AppError('WIDGET_NOT_FOUND', 'There is no published widget with this slug.')

function publicWidget(projectId: string, row: WidgetRow, publicUrl: string): PublishedWidget {
  const { assets, ...widget } = row
  return {
    widget,
    assets: assets.map(({ id, filename, version, ...asset }) => ({
      id,
      url: assetAddress(publicUrl, { projectId, id, version }),
      filename: shownFilename(filename),
      ...asset,
    })),
  }
}
