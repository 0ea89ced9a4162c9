import type { Source } from '@vitrine/imaging'

/** A stored picture, by where it is and what its original is like. */
export type StoredPicture = {
  projectId: string
  assetId: string
  source: Source
  /** Of the original. */
  sizeBytes: number
  /** Of the original, in hex. */
  sha256: string
}
