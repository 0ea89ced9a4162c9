import type { Source } from '@vitrine/imaging'

/** An uploaded image in the object store. */
export type StoredPicture = {
  projectId: string
  assetId: string
  source: Source
  /** Of the original. */
  sizeBytes: number
  /** Of the original, in hex. */
  sha256: string
}
