import { createHash } from 'node:crypto'
import { compress, type Encoding, encodedTag, encodingHeaders } from '@vitrine/http'
import { type Content, prepareContent } from '../../answers/content.js'
import type { PublishedWidget } from './schemas.js'

/** A version of a published widget, with all that is computed once per version and not per request. */
export class PreparedWidget {
  readonly published: PublishedWidget
  readonly bytes: Buffer
  readonly etag: string
  readonly #byEncoding = new Map<Encoding, Promise<Content>>()

  constructor(published: PublishedWidget) {
    this.published = published
    this.bytes = Buffer.from(JSON.stringify(published))
    const digest = createHash('sha256').update(this.bytes).digest('base64url')
    this.etag = `"${digest.slice(0, 27)}"`
  }

  /** Its JSON in this encoding. Requests that wait for a compression that fails get the error; the next one tries again. */
  in(encoding: Encoding): Promise<Content> {
    const known = this.#byEncoding.get(encoding)
    if (known !== undefined) return known
    const content = this.#encode(encoding)
    this.#byEncoding.set(encoding, content)
    content.catch(() => this.#byEncoding.delete(encoding))
    return content
  }

  async #encode(encoding: Encoding): Promise<Content> {
    const bytes = await compress(this.bytes, encoding)
    return prepareContent({
      etag: encodedTag(this.etag, encoding),
      bytes: Buffer.from(bytes),
      headers: {
        'cache-control': 'private, no-cache',
        vary: 'X-API-Key, Origin, Accept-Encoding',
      },
      contentHeaders: {
        'content-type': 'application/json; charset=utf-8',
        ...encodingHeaders(encoding),
      },
    })
  }
}

/** The widget as keys see it that may record events, and as others do. */
type Variants = { recording?: PreparedWidget; plain?: PreparedWidget }

/** By the entry of the reader, which is one object per version, and collected with it. */
const versions = new WeakMap<PublishedWidget, Variants>()

export function prepareWidget(published: PublishedWidget, recordsEvents: boolean): PreparedWidget {
  const variants = versions.get(published) ?? {}
  versions.set(published, variants)
  const name = recordsEvents ? 'recording' : 'plain'
  variants[name] ??= new PreparedWidget(recordsEvents ? { ...published, events: true } : published)
  return variants[name]
}
