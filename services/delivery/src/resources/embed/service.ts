import { allowedOrigin, type OriginHeaders } from '@vitrine/contracts'
import { andThen } from '@vitrine/http'
import type { Encoding } from '../../answers/encodings.js'
import type { ValidatedAnswers } from '../../answers/validated-answer.js'
import type { FrameSignatures } from '../api-keys/frame-signature.js'
import type { KnownKey } from '../api-keys/repository.js'
import { representationOf } from '../widgets/representation.js'
import type { WidgetService } from '../widgets/service.js'
import { createPages } from './pages/pages.js'

type Deps = {
  widgets: Pick<WidgetService, 'fetch'>
  signatures: Pick<FrameSignatures, 'signatureOf'>
  publicUrl: string
}

type EmbedRequest = {
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
     * The page of a published widget, for the holder of this key. It is authorized like a fetch of the
     * widget and rendered from the same cache entry, so it is never older than the answer to such a fetch.
     *
     * @throws AppError as `WidgetService.fetch` does; OVERLOADED.
     */
    page: (request: EmbedRequest): ValidatedAnswers | Promise<ValidatedAnswers> => {
      const { sentKey, slug, language, from, encoding } = request
      return andThen(widgets.fetch(sentKey, slug, from), ({ widget, key }) => {
        const { body, etag } = representationOf(widget)
        const ancestors = ancestorsOf(key)
        const signature = signatures.signatureOf(key, slug)
        const name = [etag, language, signature, ...ancestors].join(' ')
        const facts = { published: widget, language, publicUrl, ancestors, signature }
        const page = pages.find({ name, facts, widgetBytes: body.length, encoding })
        return andThen(page, ({ answers }) => answers)
      })
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
