import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import { leastCompressed } from '@vitrine/http'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'

export type Encoding = 'br' | 'gzip' | 'identity'

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]

const negotiator = new Negotiator<Encoding>({ supportedValues: ['br', 'gzip', 'identity'] })
/** Browsers send few different headers: each is parsed once. */
const known = new LRUCache<string, Encoding>({ max: 100 })

/** @param accepted the `Accept-Encoding` of a request. */
export function encodingFor(accepted: string | string[] | undefined): Encoding {
  if (accepted === undefined) return 'identity'
  const header = `${accepted}`
  const encoding = known.get(header) ?? negotiator.negotiate(header) ?? 'identity'
  known.set(header, encoding)
  return encoding
}

/** As `encodingFor`, of an answer of so many bytes: a small one is sent as it is. */
export const encodingOf = (accepted: string | string[] | undefined, sizeBytes: number): Encoding =>
  sizeBytes < leastCompressed ? 'identity' : encodingFor(accepted)

/** Of Node's four threads, which reading files needs too. */
const limit = pLimit(2)
/** Of brotli's 11 levels one that takes about as long as gzip does. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** In time that a request can wait for. */
export const compressed = async (bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array> => {
  if (encoding === 'identity') return bytes
  return limit(() => (encoding === 'br' ? brotli(bytes, quality) : zip(bytes)))
}

/** A strong tag stands for bytes as they are sent, so each encoding has its own. */
export const tagOf = (etag: string, encoding: Encoding): string =>
  encoding === 'identity' ? etag : etag.replace(/"$/, `-${encoding}"`)

export const encodingHeaders = (encoding: Encoding): { 'content-encoding'?: string } =>
  encoding === 'identity' ? {} : { 'content-encoding': encoding }
