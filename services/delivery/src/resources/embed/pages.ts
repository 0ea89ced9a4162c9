import { createThreadPool } from '@vitrine/http'
import { LRUCache } from 'lru-cache'
import { compressed, type Encoding, tagOf } from '../../encodings.js'
import { type EmbedPage, makePage, type PageTask } from './make-page.js'

/** A page in one encoding. */
export type EncodedPage = EmbedPage & { encoding: Encoding }

/** Pages that are kept, bytes as they are sent. */
const maxKept = 8 * 1024 * 1024
/** Of a larger widget, characters of its answer, the page is made by a thread. */
const maxMadeHere = 16 * 1024

/** Pages, each made and compressed once while it is kept. Requests for one at once share the work. */
export function createPages() {
  const kept = new LRUCache<string, EncodedPage>({
    maxSize: maxKept,
    sizeCalculation: ({ html }) => html.length,
  })
  const underWay = new Map<string, Promise<EncodedPage>>()
  const threads = createThreadPool({
    module: new URL('./page-thread.js', import.meta.url),
    threads: 1,
    maxQueue: 16,
    idleMs: 10_000,
    overloaded: { message: 'Too many pages are being made. Try again.', retryAfterSeconds: 1 },
  })

  const make = async (task: PageTask): Promise<EncodedPage> => {
    const isSmall = task.body.length <= maxMadeHere
    const page = isSmall ? makePage(task) : await threads.run<EmbedPage>('page', task)
    return { ...page, encoding: 'identity' }
  }

  const encode = async ({ html, policy, etag }: EncodedPage, encoding: Encoding) => {
    const bytes = await compressed(html, encoding)
    return { html: bytes, policy, etag: tagOf(etag, encoding), encoding }
  }

  const once = (name: string, work: () => Promise<EncodedPage>): Promise<EncodedPage> => {
    const known = underWay.get(name)
    if (known !== undefined) return known
    const page = work()
      .then((made) => {
        kept.set(name, made)
        return made
      })
      .finally(() => underWay.delete(name))
    underWay.set(name, page)
    return page
  }

  /** @param name of what the page is made of: none is ever given for another version. */
  const get = async (name: string, task: PageTask, encoding: Encoding): Promise<EncodedPage> => {
    const key = `${encoding} ${name}`
    const known = kept.get(key)
    if (known !== undefined) return known
    if (encoding === 'identity') return once(key, () => make(task))
    return once(key, async () => encode(await get(name, task, 'identity'), encoding))
  }

  return { get, close: threads.close }
}
