import { type Plan, parseRendition, plan, type SourceImage } from '@vitrine/imaging'
import type { StoredPicture } from '../../../src/renditions/image.js'

const source: SourceImage = {
  contentType: 'image/jpeg',
  width: 4000,
  height: 3000,
  frameCount: 1,
  hasAlpha: false,
}

export const pictureOf = (fields: Partial<SourceImage> = {}, assetId = 'asset'): StoredPicture => ({
  projectId: 'project',
  assetId,
  fileKey: null,
  source: { ...source, ...fields },
  sizeBytes: 1000,
  sha256: '',
})

export function planOf(query: Record<string, string>, { source } = pictureOf()): Plan {
  const made = plan(parseRendition(query, undefined), source)
  if (made === null) throw new Error('this is the original')
  return made
}
