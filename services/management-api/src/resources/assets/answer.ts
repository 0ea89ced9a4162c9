import { type AssetSignatures, assetAddress } from '@vitrine/contracts'
import type { AssetRow } from './repository.js'
import type { Asset } from './schemas.js'

const halfDay = 12 * 3600

type Deps = { publicUrl: string; signatures: Pick<AssetSignatures, 'sign'> }

/** The asset as answers show it: with the address of the original, and the hash as text. */
export const createAssetAnswer = (deps: Deps) => {
  const originalUrlOf = (row: AssetRow): string => {
    const url = new URL(assetAddress(deps.publicUrl, row))
    const { originals, watermarkAssetId } = row.project
    if (originals === 'public' && watermarkAssetId === null) return url.href
    // The same for half a day, so that browsers keep its picture; good for half a day at least.
    const exp = (Math.floor(Date.now() / 1000 / halfDay) + 2) * halfDay
    const signature = deps.signatures.sign({ projectId: row.projectId, assetId: row.id }, exp)
    url.searchParams.set('exp', `${exp}`)
    url.searchParams.set('s', signature)
    return url.href
  }
  return (row: AssetRow): Asset => ({
    ...row,
    originalUrl: originalUrlOf(row),
    sha256: Buffer.from(row.sha256).toString('hex'),
    placeholder: placeholderOf(row),
  })
}

type Columns = { placeholderColor: string | null; placeholderThumbhash: Uint8Array | null }

/** A constraint of the table makes both columns null or none. */
function placeholderOf({ placeholderColor: color, placeholderThumbhash: hash }: Columns) {
  if (color === null || hash === null) return null
  return { color, thumbhash: Buffer.from(hash).toString('base64') }
}
