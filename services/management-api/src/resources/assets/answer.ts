import { assetAddress } from '@vitrine/contracts'
import { placeholderOf } from './placeholder.js'
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
