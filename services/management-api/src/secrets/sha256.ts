import { createHash } from 'node:crypto'

/** The stored form of a token. Tokens have 256 random bits, so a plain hash is enough. */
export const sha256 = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(text).digest())
