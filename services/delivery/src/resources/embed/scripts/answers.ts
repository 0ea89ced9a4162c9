import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { type Encoding, encodingHeaders } from '../../../answers/encodings.js'
import { type ValidatedAnswers, validatedAnswers } from '../../../answers/validated-answer.js'

export type ScriptAnswers = Readonly<Record<Encoding, ValidatedAnswers>>

const [brotli, zip] = [promisify<Buffer, Buffer>(brotliCompress), promisify(gzip)]

const encode: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  // Brotli's default level is its highest.
  br: brotli,
  gzip: (bytes) => zip(bytes, { level: 9 }),
  identity: async (bytes) => bytes,
}

export const scriptType = 'text/javascript; charset=utf-8'

/** It stays usable for an hour after it expires, so that a returning visitor does not wait for it. */
const entryCaching = 'public, max-age=300, stale-while-revalidate=3600'
const immutableCaching = 'public, max-age=31536000, immutable'

type Script = {
  bytes: Buffer
  /** Whether the name of the script has the hash of its content. */
  isNamedByContent: boolean
}

/** The answers of a script in all encodings. It is compressed once. */
export async function prepareScript({ bytes, isNamedByContent }: Script): Promise<ScriptAnswers> {
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 27)
  const answersIn = async (encoding: Encoding): Promise<ValidatedAnswers> =>
    validatedAnswers({
      // A strong entity tag identifies the bytes as they are sent, so each encoding has its own.
      etag: `"${digest}-${encoding}"`,
      headers: {
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': isNamedByContent ? immutableCaching : entryCaching,
        vary: 'Accept-Encoding',
      },
      contentHeaders: { 'content-type': scriptType, ...encodingHeaders(encoding) },
      content: await encode[encoding](bytes),
    })
  const [br, gzip, identity] = await Promise.all([
    answersIn('br'),
    answersIn('gzip'),
    answersIn('identity'),
  ])
  return { br, gzip, identity }
}

/** The memory that the answers take, bytes. */
export const sizeOf = ({ br, gzip, identity }: ScriptAnswers): number =>
  [br, gzip, identity].reduce((sum, { whole }) => sum + whole.body.length, 0)
