import {
  compress,
  createThreadPool,
  type Encoding,
  encodedTag,
  encodingHeaders,
} from '@vitrine/http'
import { LRUCache } from 'lru-cache'
import { type Content, prepareContent } from '../../../answers/content.js'
import { type Kind, type PageFacts, type Rendered, render as renderHere } from './page.js'

type EncodedPage = Rendered & { content: Content }

type PageRequest = {
  kind: Kind
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

/** Renders and compresses each page and stylesheet once. Requests for the same one share the work. */
export function createPages() {
  const threads = createThreadPool({
    module: new URL(import.meta.resolve('#embed-thread')),
    threads: 1,
    maxQueue: 16,
    idleMs: 10_000,
    overloaded: { message: 'Too many pages are being made. Try again.', retryAfterSeconds: 1 },
  })

  const render = async ({ kind, facts, widgetBytes }: PageRequest): Promise<EncodedPage> => {
    const isSmall = widgetBytes <= maxBytesRenderedHere
    const page = isSmall ? renderHere(kind, facts) : await threads.run<Rendered>(kind, facts)
    return withContent(page, 'identity')
  }

  const encode = async (request: PageRequest): Promise<EncodedPage> => {
    const page = await find({ ...request, encoding: 'identity' })
    const { encoding } = request
    const bytes = await compress(page.bytes, encoding)
    return withContent({ ...page, bytes, etag: encodedTag(page.etag, encoding) }, encoding)
  }

  const pages = new LRUCache<string, EncodedPage, PageRequest>({
    maxSize: maxKeptBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
    fetchMethod: (_key, _stale, { context }) =>
      context.encoding === 'identity' ? render(context) : encode(context),
    // A page that is evicted while it is rendered is sent all the same.
    ignoreFetchAbort: true,
  })

  const find = (request: PageRequest): Promise<EncodedPage> =>
    pages.forceFetch(`${request.encoding} ${request.kind} ${request.name}`, { context: request })

  return { find, close: threads.close }
}

function withContent(page: Rendered, encoding: Encoding): EncodedPage {
  const { bytes, etag, headers, type } = page
  const content = prepareContent({
    etag,
    bytes: asBuffer(bytes),
    headers,
    contentHeaders: { 'content-type': type, ...encodingHeaders(encoding) },
  })
  return { ...page, content }
}

/** A view of the same bytes, not a copy. */
const asBuffer = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, length)
