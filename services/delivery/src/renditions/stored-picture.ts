import type { FileKey } from '@vitrine/contracts'
import type { Source } from '@vitrine/imaging'

/** An uploaded image in the object store. */
export type StoredPicture = {
  projectId: string
  assetId: string
  fileKey: FileKey
  source: Source
  /** Of the original. */
  sizeBytes: number
  /** Hex, of the original. */
  sha256: string
}
