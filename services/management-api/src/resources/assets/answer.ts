import { assetAddress } from '@vitrine/contracts'
import type { AssetRow } from './repository.js'
import type { Asset } from './schemas.js'

/** The asset as answers show it: with the address of the original, and the hash as text. */
export const createAssetAnswer =
  (publicUrl: string) =>
  (row: AssetRow): Asset => ({
    ...row,
    originalUrl: assetAddress(publicUrl, row),
    sha256: Buffer.from(row.sha256).toString('hex'),
    placeholder: placeholderOf(row),
  })

type Columns = { placeholderColor: string | null; placeholderThumbhash: Uint8Array | null }

/** A constraint of the table makes both columns null or none. */
function placeholderOf({ placeholderColor: color, placeholderThumbhash: hash }: Columns) {
  if (color === null || hash === null) return null
  return { color, thumbhash: Buffer.from(hash).toString('base64') }
}
