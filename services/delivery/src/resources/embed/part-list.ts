import { createHash } from 'node:crypto'

/** The SHA-256 of a build's parts, in hex, by their names; undefined for any other name. */
export type PartList = Readonly<Record<string, string | undefined>>

/** @param bytes of a list whose own SHA-256 is known to be right. */
export const partsOf = (bytes: Buffer): PartList =>
  // Without a prototype: `constructor.js` is no part.
  Object.assign(Object.create(null), JSON.parse(`${bytes}`))

/** In hex. */
export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
