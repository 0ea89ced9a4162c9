import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import { type Prepared, prepare } from '@vitrine/http'
import { publicHeaders } from '../../plugins/public-headers.js'
import type { ScriptFile } from './build.js'

type Encoding = 'br' | 'gzip' | 'identity'

/** What is answered to those who accept one encoding. */
export type ScriptAnswer = { etag: string; whole: Prepared; unchanged: Prepared }
export type ScriptAnswers = Readonly<Record<Encoding, ScriptAnswer>>

const encode: Readonly<Record<Encoding, (bytes: Buffer) => Buffer>> = {
  // The levels that these default to are the highest, and near it.
  br: (bytes) => brotliCompressSync(bytes),
  gzip: (bytes) => gzipSync(bytes, { level: 9 }),
  identity: (bytes) => bytes,
}

/** An hour more, so that a visitor who comes back waits for nothing. */
const entryCaching = 'public, max-age=300, stale-while-revalidate=3600'
const lastingCaching = 'public, max-age=31536000, immutable'

/** All answers for a script, compressed once. */
export function prepareScript(file: ScriptFile): ScriptAnswers {
  const digest = createHash('sha256').update(file.bytes).digest('base64url').slice(0, 27)
  const answer = (encoding: Encoding): ScriptAnswer => {
    // Of each encoding its own: a strong tag stands for bytes as they are sent.
    const etag = `"${digest}-${encoding}"`
    const headers = {
      ...publicHeaders,
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': file.isNamedByContent ? lastingCaching : entryCaching,
      vary: 'Accept-Encoding',
      etag,
    }
    const content = {
      'content-type': 'text/javascript; charset=utf-8',
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    }
    const body = encode[encoding](file.bytes)
    return {
      etag,
      whole: prepare({ status: 200, headers: { ...headers, ...content }, body }),
      unchanged: prepare({ status: 304, headers }),
    }
  }
  return { br: answer('br'), gzip: answer('gzip'), identity: answer('identity') }
}

const negotiator = new Negotiator<Encoding>({ supportedValues: ['br', 'gzip', 'identity'] })

/** @param accepted the `Accept-Encoding` of a request. */
export const encodingFor = (accepted: string | string[] | undefined): Encoding =>
  (accepted !== undefined && negotiator.negotiate(`${accepted}`)) || 'identity'
