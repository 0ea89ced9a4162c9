import type { FileKey } from '@vitrine/contracts'
import {
  type Mark,
  type MezzanineName,
  type Plan,
  recipe,
  type SourceImage,
} from '@vitrine/imaging'

/** An uploaded image in the object store. */
export type StoredPicture = {
  projectId: string
  assetId: string
  fileKey: FileKey
  source: SourceImage
  /** The size of the original. */
  sizeBytes: number
  /** Hex, of the original. */
  sha256: string
  /** The mark of its renditions whose plans have one. */
  mark?: StoredMark | null
  /** Whether it is a mark itself, which a missing file does not tell from the picture that it is drawn on. */
  isMark?: boolean
}

/** A watermark, and the picture in the object store that it is. */
export type StoredMark = { picture: StoredPicture; mark: Mark }

/** The original of a picture if `plan` is null, otherwise a rendition of it. */
export type RequestedImage = { picture: StoredPicture; plan: Plan | null; key: ImageKey }

/**
 * The cache key of a stored or rendered image: `<project>/<asset>/<name>`. It contains the key of the file, so
 * bytes that were fetched or rendered from a replaced file are never found.
 */
export type ImageKey = string

type Owner = Pick<StoredPicture, 'projectId' | 'assetId' | 'fileKey'>

const keyOf = ({ projectId, assetId, fileKey }: Owner, name: string): ImageKey =>
  [projectId, assetId, ...(fileKey === null ? [] : [fileKey]), name].join('/')

/** @param plan of a rendition; null: the original. */
export const imageKey = (owner: Owner, plan: Plan | null): ImageKey =>
  keyOf(owner, plan === null ? 'original' : `${recipe}/${plan.key}`)

export const mezzanineKey = (owner: Owner, name: MezzanineName): ImageKey =>
  keyOf(owner, `mezzanine-${name}`)

export const requestedImage = (picture: StoredPicture, plan: Plan | null): RequestedImage => ({
  picture,
  plan,
  key: imageKey(picture, plan),
})

export function ownersOf(key: ImageKey): readonly [projectId: string, assetId: string] {
  const [projectId = '', assetId = ''] = key.split('/', 2)
  return [projectId, assetId]
}
