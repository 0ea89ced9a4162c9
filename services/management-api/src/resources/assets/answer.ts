import type { AssetRow } from './repository.js'
import type { Asset } from './schemas.js'

/** The asset as answers show it: with the address of the original, and the hash as text. */
export const createAssetAnswer =
  (publicUrl: string) =>
  (row: AssetRow): Asset => ({
    ...row,
    originalUrl: `${publicUrl}/api/v1/deliver/${row.projectId}/${row.id}`,
    sha256: Buffer.from(row.sha256).toString('hex'),
  })
