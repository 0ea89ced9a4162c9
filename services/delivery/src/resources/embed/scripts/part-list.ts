import { createHash } from 'node:crypto'

/** The SHA-256 of the parts of a build, in hex, by name; undefined for any other name. */
export type PartList = Readonly<Record<string, string | undefined>>

/** @param bytes of a list whose SHA-256 has been verified. */
export const partsOf = (bytes: Buffer): PartList =>
  // Without a prototype, so that `constructor.js` is not a part.
  Object.assign(Object.create(null), JSON.parse(`${bytes}`))

/** In hex. */
export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
