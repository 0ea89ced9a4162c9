import { allowedOrigin, type OriginHeaders } from '@vitrine/contracts'
import type { Encoding } from '@vitrine/http'
import type { Content } from '../../answers/content.js'
import type { FrameSignatures } from '../api-keys/frame-signature.js'
import type { KnownKey } from '../api-keys/repository.js'
import type { WidgetService } from '../widgets/service.js'
import type { Kind } from './pages/page.js'
import { createPages } from './pages/pages.js'

type Deps = {
  widgets: Pick<WidgetService, 'fetch'>
  signatures: Pick<FrameSignatures, 'signatureOf'>
  publicUrl: string
}

type EmbedRequest = {
  kind: Kind
  sentKey: string | undefined
  slug: string
  /** A language for which labels exist. */
  language: string
  from: OriginHeaders
  encoding: Encoding
}

export function createEmbedService({ widgets, signatures, publicUrl }: Deps) {
  const pages = createPages()

  return {
    /**
     * The page of a published widget or its stylesheet, for the holder of this key. It is authorized like a fetch
     * of the widget and rendered from the same cache entry, so it is never older than the answer to such a fetch.
     *
     * @throws AppError as `WidgetService.fetch` does; OVERLOADED.
     */
    find: async (request: EmbedRequest): Promise<Content> => {
      const { kind, sentKey, slug, language, from, encoding } = request
      const { widget, key } = await widgets.fetch(sentKey, slug, from)
      const { published, bytes, etag } = widget
      const ancestors = ancestorsOf(key)
      const signature = signatures.signatureOf(key, slug)
      const name = [etag, language, signature, ...ancestors].join(' ')
      const facts = { published, language, publicUrl, ancestors, signature }
      const page = await pages.find({ kind, name, facts, widgetBytes: bytes.length, encoding })
      return page.content
    },
    close: pages.close,
  }
}

export type EmbedService = ReturnType<typeof createEmbedService>

/** The pages that may show the frame are those that may use the key. */
function ancestorsOf({ allowedOrigins }: KnownKey): readonly string[] {
  if (allowedOrigins.length === 0) return ['*']
  // Origins become part of a policy, and rows of earlier releases may contain invalid characters.
  const origins = allowedOrigins.filter((origin) => allowedOrigin(origin) === origin)
  return origins.length > 0 ? origins : ["'none'"]
}
