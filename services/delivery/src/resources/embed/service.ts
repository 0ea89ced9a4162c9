import { allowedOrigin, type OriginHeaders } from '@vitrine/contracts'
import type { Encoding } from '../../encodings.js'
import type { ApiKeyService } from '../api-keys/service.js'
import type { WidgetService } from '../widgets/service.js'
import { createPages, type EncodedPage } from './pages.js'

type Deps = {
  widgets: Pick<WidgetService, 'fetch'>
  apiKeys: Pick<ApiKeyService, 'identify' | 'identifyWarm'>
  publicUrl: string
}

export type PageRequest = {
  sentKey: string | undefined
  slug: string
  /** One of those that there are labels in. */
  language: string
  from: OriginHeaders
  encoding: Encoding
}

export function createEmbedService({ widgets, apiKeys, publicUrl }: Deps) {
  const pages = createPages()

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
     * @throws AppError as `WidgetService.fetch` does; OVERLOADED.
     */
    page: async (request: PageRequest): Promise<EncodedPage> => {
      const { sentKey = '', slug, language, from, encoding } = request
      const { body, etag } = await widgets.fetch(sentKey, slug, from)
      const ancestors = await ancestorsOf(sentKey, from)
      const name = [etag, language, ...ancestors].join(' ')
      return pages.get(name, { body, language, publicUrl, ancestors }, encoding)
    },
    close: pages.close,
  }
}

export type EmbedService = ReturnType<typeof createEmbedService>
