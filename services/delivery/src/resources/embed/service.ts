import { createHash } from 'node:crypto'
import { allowedOrigin, type OriginHeaders } from '@vitrine/contracts'
import { LRUCache } from 'lru-cache'
import type { ApiKeyService } from '../api-keys/service.js'
import type { PublishedWidget } from '../widgets/schemas.js'
import type { WidgetService } from '../widgets/service.js'
import { type Page, widgetPage } from './page.js'

type Deps = {
  widgets: Pick<WidgetService, 'fetch'>
  apiKeys: Pick<ApiKeyService, 'identify' | 'identifyWarm'>
  publicUrl: string
}

export type PageRequest = {
  sentKey: string | undefined
  slug: string
  /** BCP 47. */
  language: string
  from: OriginHeaders
}

/** A page with its strong validator. */
export type EmbedPage = Page & { etag: string }

/** Pages that are kept, characters of HTML. */
const maxKept = 8 * 1024 * 1024

export function createEmbedService({ widgets, apiKeys, publicUrl }: Deps) {
  /** By what they are made of: none is ever given for another version of its widget. */
  const pages = new LRUCache<string, EmbedPage>({
    maxSize: maxKept,
    sizeCalculation: ({ html }) => html.length,
  })

  /** Where a key may be used, there may the page be shown. */
  const ancestorsOf = async (sentKey: string, from: OriginHeaders): Promise<readonly string[]> => {
    // Known since the widget was fetched with it, and counted then.
    const key = apiKeys.identifyWarm(sentKey, from) ?? (await apiKeys.identify(sentKey, from))
    if (key.allowedOrigins.length === 0) return ['*']
    // They become a part of a policy. Rows of earlier releases may have what no origin has.
    const origins = key.allowedOrigins.filter((origin) => allowedOrigin(origin) === origin)
    return origins.length > 0 ? origins : ["'none'"]
  }

  return {
    /**
     * The page of a published widget, for whoever holds this key: judged as a fetch of the widget,
     * by the very same entry, so that a page is never older than an answer to that would be.
     *
     * @throws AppError as `WidgetService.fetch` does.
     */
    page: async ({ sentKey = '', slug, language, from }: PageRequest): Promise<EmbedPage> => {
      const { body, etag } = await widgets.fetch(sentKey, slug, from)
      const ancestors = await ancestorsOf(sentKey, from)
      const name = [etag, language, ...ancestors].join(' ')
      const known = pages.get(name)
      if (known !== undefined) return known
      const published = JSON.parse(body) as PublishedWidget
      const page = validated(widgetPage({ published, language, publicUrl, ancestors }))
      pages.set(name, page)
      return page
    },
  }
}

function validated({ html, policy }: Page): EmbedPage {
  const digest = createHash('sha256').update(html).update(policy).digest('base64url')
  return { html, policy, etag: `"${digest.slice(0, 27)}"` }
}

export type EmbedService = ReturnType<typeof createEmbedService>
