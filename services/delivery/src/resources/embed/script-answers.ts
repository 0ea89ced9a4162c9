import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { type Prepared, prepare } from '@vitrine/http'
import { type Encoding, encodingHeaders } from '../../encodings.js'
import { publicHeaders } from '../../plugins/public-headers.js'

/** What is answered to those who accept one encoding. */
export type ScriptAnswer = { etag: string; whole: Prepared; unchanged: Prepared }
export type ScriptAnswers = Readonly<Record<Encoding, ScriptAnswer>>

const [brotli, zip] = [promisify<Buffer, Buffer>(brotliCompress), promisify(gzip)]

const encode: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  // At its highest level unless told otherwise.
  br: brotli,
  gzip: (bytes) => zip(bytes, { level: 9 }),
  identity: async (bytes) => bytes,
}

export const scriptType = 'text/javascript; charset=utf-8'

/** An hour more, so that a visitor who comes back waits for nothing. */
const entryCaching = 'public, max-age=300, stale-while-revalidate=3600'
const lastingCaching = 'public, max-age=31536000, immutable'

type Script = {
  bytes: Buffer
  /** Whether its name tells its content. */
  isNamedByContent: boolean
}

/** All answers for a script, compressed once. */
export async function prepareScript({ bytes, isNamedByContent }: Script): Promise<ScriptAnswers> {
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 27)
  const answer = async (encoding: Encoding): Promise<ScriptAnswer> => {
    // Of each encoding its own: a strong tag stands for bytes as they are sent.
    const etag = `"${digest}-${encoding}"`
    const headers = {
      ...publicHeaders,
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': isNamedByContent ? lastingCaching : entryCaching,
      vary: 'Accept-Encoding',
      etag,
    }
    const content = {
      'content-type': scriptType,
      ...encodingHeaders(encoding),
    }
    const body = await encode[encoding](bytes)
    return {
      etag,
      whole: prepare({ status: 200, headers: { ...headers, ...content }, body }),
      unchanged: prepare({ status: 304, headers }),
    }
  }
  const [br, gzip, identity] = await Promise.all([answer('br'), answer('gzip'), answer('identity')])
  return { br, gzip, identity }
}

/** What they take in memory, bytes. */
export const sizeOf = ({ br, gzip, identity }: ScriptAnswers): number =>
  [br, gzip, identity].reduce((sum, { whole }) => sum + whole.body.length, 0)
