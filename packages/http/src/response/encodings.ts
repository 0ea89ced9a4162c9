import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'

/** Minimum size of an answer that is compressed, bytes. */
export const leastCompressed = 1024

export type Encoding = 'br' | 'gzip' | 'identity'

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]

const negotiator = new Negotiator<Encoding>({ supportedValues: ['br', 'gzip', 'identity'] })
/** Browsers send few different headers, so the results are cached. */
const negotiated = new LRUCache<string, Encoding>({ max: 100 })

/**
 * Chooses only what the client names: one that sends `*` does not say what it can decode, so the wildcard stands for identity.
 *
 * @param accepted the `Accept-Encoding` of a request.
 */
export function negotiateEncoding(accepted: string | string[] | undefined): Encoding {
  if (accepted === undefined) return 'identity'
  const header = `${accepted}`
  const encoding =
    negotiated.get(header) ??
    negotiator.negotiate(header.toLowerCase().replaceAll('*', 'identity')) ??
    'identity'
  negotiated.set(header, encoding)
  return encoding
}

/** The encoding of an answer of this size: a small one is not compressed. */
export const encodingOf = (accepted: string | string[] | undefined, sizeBytes: number): Encoding =>
  sizeBytes < leastCompressed ? 'identity' : negotiateEncoding(accepted)

/** Node's pool has four threads, which file reads need as well. */
const limit = pLimit(2)
/** The quality level of Brotli (0 to 11) that takes about as long as gzip. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** Compresses at levels that are fast enough for a request to wait for. */
export const compress = async (bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array> => {
  if (encoding === 'identity') return bytes
  return limit(() => (encoding === 'br' ? brotli(bytes, quality) : zip(bytes)))
}

/** A strong entity tag identifies the bytes as they are sent, so each encoding has its own. */
export const encodedTag = (etag: string, encoding: Encoding): string =>
  encoding === 'identity' ? etag : etag.replace(/"$/, `-${encoding}"`)

export const encodingHeaders = (encoding: Encoding): { 'content-encoding'?: string } =>
  encoding === 'identity' ? {} : { 'content-encoding': encoding }
