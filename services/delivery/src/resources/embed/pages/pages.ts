import { createThreadPool } from '@vitrine/http'
import { LRUCache } from 'lru-cache'
import { compress, type Encoding, encodedTag, encodingHeaders } from '../../../answers/encodings.js'
import { type ValidatedAnswers, validatedAnswers } from '../../../answers/validated-answer.js'
import { pageHeaders, pageType } from './headers.js'
import { type EmbedPage, makePage } from './make-page.js'
import type { PageFacts } from './page.js'

type EncodedPage = EmbedPage & { answers: ValidatedAnswers }

type PageRequest = {
  /** Identifies the facts. It is unique to a version. */
  name: string
  facts: PageFacts
  /** The size of the widget's JSON, from which the cost is estimated. */
  widgetBytes: number
  encoding: Encoding
}

/** Maximum total size of cached pages, encoded bytes. */
const maxKeptBytes = 8 * 1024 * 1024
/** The pages of larger widgets are rendered on a thread, bytes of JSON. */
const maxBytesRenderedHere = 16 * 1024

/** Renders and compresses each page once. Requests for the same page share the work. */
export function createPages() {
  const kept = new LRUCache<string, EncodedPage>({
    maxSize: maxKeptBytes,
    sizeCalculation: ({ html }) => html.length,
  })
  const underWay = new Map<string, Promise<EncodedPage>>()
  const threads = createThreadPool({
    module: new URL(import.meta.resolve('#embed-thread')),
    threads: 1,
    maxQueue: 16,
    idleMs: 10_000,
    overloaded: { message: 'Too many pages are being made. Try again.', retryAfterSeconds: 1 },
  })

  const render = async ({ facts, widgetBytes }: PageRequest): Promise<EncodedPage> => {
    const isSmall = widgetBytes <= maxBytesRenderedHere
    const page = isSmall ? makePage(facts) : await threads.run<EmbedPage>('page', facts)
    return withAnswers(page, 'identity')
  }

  const encode = async (request: PageRequest): Promise<EncodedPage> => {
    const { html, policy, etag } = await find({ ...request, encoding: 'identity' })
    const { encoding } = request
    const bytes = await compress(html, encoding)
    return withAnswers({ html: bytes, policy, etag: encodedTag(etag, encoding) }, encoding)
  }

  const find = (request: PageRequest): EncodedPage | Promise<EncodedPage> => {
    const { name, encoding } = request
    const key = `${encoding} ${name}`
    const known = kept.get(key) ?? underWay.get(key)
    if (known !== undefined) return known
    const work = encoding === 'identity' ? render(request) : encode(request)
    const page = work
      .then((made) => {
        kept.set(key, made)
        return made
      })
      .finally(() => underWay.delete(key))
    underWay.set(key, page)
    return page
  }

  return { find, close: threads.close }
}

function withAnswers(page: EmbedPage, encoding: Encoding): EncodedPage {
  const { html, policy, etag } = page
  const answers = validatedAnswers({
    etag,
    headers: pageHeaders(policy),
    contentHeaders: { 'content-type': pageType, ...encodingHeaders(encoding) },
    content: asBuffer(html),
  })
  return { ...page, answers }
}

/** A view of the same bytes, not a copy. */
const asBuffer = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, length)
