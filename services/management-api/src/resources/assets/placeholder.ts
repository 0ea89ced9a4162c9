import type { Described } from '@vitrine/imaging'

/** The description of a picture, in columns. */
export const describedColumns = ({ color, thumbhash, salientPoint }: Described) => ({
  placeholderColor: color,
  placeholderThumbhash: new Uint8Array(Buffer.from(thumbhash, 'base64')),
  salientX: salientPoint.x,
  salientY: salientPoint.y,
})

type Columns = { placeholderColor: string | null; placeholderThumbhash: Uint8Array | null }

/** A constraint of the table makes both columns null or none. */
export function placeholderOf({ placeholderColor: color, placeholderThumbhash: hash }: Columns) {
  if (color === null || hash === null) return null
  return { color, thumbhash: Buffer.from(hash).toString('base64') }
}
