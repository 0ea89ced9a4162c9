import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { cacheTagHeaders, cacheTags } from '@vitrine/contracts'
import { type Encoding, encodingHeaders } from '@vitrine/http'
import { type Content, prepareContent } from '../../../answers/content.js'

export type PreparedScript = Readonly<Record<Encoding, Content>>

const [brotli, zip] = [promisify<Buffer, Buffer>(brotliCompress), promisify(gzip)]

const encode: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  // Brotli's default level is its highest.
  br: brotli,
  gzip: (bytes) => zip(bytes, { level: 9 }),
  identity: async (bytes) => bytes,
}

const types: readonly (readonly [ending: string, type: string])[] = [
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.d.ts', 'application/typescript; charset=utf-8'],
]

export const typeOf = (path: string): string =>
  types.find(([ending]) => path.endsWith(ending))?.[1] ?? 'application/json'

/** It stays usable for an hour after it expires, so that a returning visitor does not wait for it. */
const entryCaching = 'public, max-age=300, stale-while-revalidate=3600'
const immutableCaching = 'public, max-age=31536000, immutable'

type Script = {
  path: string
  bytes: Buffer
  /** Whether the name of the script has the hash of its content. */
  isNamedByContent: boolean
}

/** A script in all encodings. It is compressed once. */
export async function prepareScript({
  path,
  bytes,
  isNamedByContent,
}: Script): Promise<PreparedScript> {
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 27)
  const contentIn = async (encoding: Encoding): Promise<Content> =>
    prepareContent({
      // A strong entity tag identifies the bytes as they are sent, so each encoding has its own.
      etag: `"${digest}-${encoding}"`,
      headers: {
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': isNamedByContent ? immutableCaching : entryCaching,
        ...cacheTagHeaders([cacheTags.embed]),
        vary: 'Accept-Encoding',
      },
      contentHeaders: { 'content-type': typeOf(path), ...encodingHeaders(encoding) },
      bytes: await encode[encoding](bytes),
    })
  const [br, gzip, identity] = await Promise.all([
    contentIn('br'),
    contentIn('gzip'),
    contentIn('identity'),
  ])
  return { br, gzip, identity }
}

/** The memory that it takes, bytes. */
export const sizeOf = ({ br, gzip, identity }: PreparedScript): number =>
  [br, gzip, identity].reduce((sum, { bytes }) => sum + bytes.length, 0)
