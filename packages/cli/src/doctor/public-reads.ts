import { randomUUID } from 'node:crypto'
import type { Send } from '@vitrine/sdk'

const limitMs = 15_000

/** There was no answer at a public address. */
export class NoAnswer extends Error {
  constructor(
    readonly address: string,
    cause: unknown,
  ) {
    super(reasonOf(cause), { cause })
    this.name = 'NoAnswer'
  }
}

/** `fetch` says "fetch failed" and has the reason in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `nothing within ${limitMs / 1000} s`
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return (cause as { code?: string }).code ?? cause.message
}

/** An answer to one read through the public address. */
export type Read = {
  status: number
  headers: Headers
  body: Uint8Array
  /** How the answer shows that it comes from a cache, such as `x-cache: HIT`; null if it does not. */
  kept: string | null
}

/** Fields in which caches tell that they had the answer: of Cloudflare, RFC 9211, and many others. */
const hitFields = ['cf-cache-status', 'cache-status', 'x-cache', 'cdn-cache', 'x-cache-status']

/**
 * Reads as a visitor does, without credentials. Vitrine gives each answer the id of its request, so an id that comes twice comes from a
 * cache, also from one that adds nothing to an answer.
 */
export function createPublicReads(send: Send) {
  const seenIds = new Set<string>()

  const keptBy = (headers: Headers): string | null => {
    const id = headers.get('x-request-id')
    const isRepeated = id !== null && seenIds.has(id)
    if (id !== null) seenIds.add(id)
    for (const name of hitFields) {
      const value = headers.get(name)
      if (value !== null && /\bhit\b/i.test(value)) return `${name}: ${value}`
    }
    const age = Number(headers.get('age') ?? 0)
    if (age > 0) return `age: ${age}`
    return isRepeated ? 'the answer to an earlier request' : null
  }

  /** @throws NoAnswer. */
  const read = async (address: string, headers: Record<string, string> = {}): Promise<Read> => {
    const request = new Request(address, {
      headers: { ...headers, 'X-Request-Id': `doctor-${randomUUID()}` },
      signal: AbortSignal.timeout(limitMs),
    })
    const { response, body } = await answerOf(request)
    return {
      status: response.status,
      headers: response.headers,
      body,
      kept: keptBy(response.headers),
    }
  }

  const answerOf = async (request: Request) => {
    try {
      const response = await send(request)
      return { response, body: new Uint8Array(await response.arrayBuffer()) }
    } catch (cause) {
      throw new NoAnswer(request.url.split('?', 1)[0] ?? '', cause)
    }
  }

  return {
    read,
    /** Reads so often that a cache in front keeps the answer, and every one of its servers is likely to be asked. */
    readOften: async (address: string, headers?: Record<string, string>): Promise<Read[]> => {
      const reads: Read[] = []
      for (let count = 0; count < 5; count += 1) reads.push(await read(address, headers))
      return reads
    },
  }
}

export type PublicReads = ReturnType<typeof createPublicReads>
