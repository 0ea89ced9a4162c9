import type { FileKey } from '@vitrine/contracts'
import type { SourceImage } from '@vitrine/imaging'

/** An uploaded image in the object store. */
export type StoredPicture = {
  projectId: string
  assetId: string
  fileKey: FileKey
  source: SourceImage
  /** Of the original. */
  sizeBytes: number
  /** Hex, of the original. */
  sha256: string
}
