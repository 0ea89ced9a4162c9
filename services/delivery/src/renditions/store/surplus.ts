import { embedWidthsOf, renditionObject } from '@vitrine/contracts'
import { negotiatedPlans, type Plan, recipe, type SourceImage } from '@vitrine/imaging'
import type { ListedObject } from '@vitrine/object-store'
import type { StoredPicture } from '../image.js'

/** The keys of all but the `bound` newest objects. */
export function surplus(listed: readonly ListedObject[], bound: number): string[] {
  return listed
    .toSorted((a, b) => b.storedAtMs - a.storedAtMs)
    .slice(Math.max(0, bound))
    .map(({ key }) => key)
}

/** Cached for the lifetime of the source object. */
const planKeys = new WeakMap<SourceImage, ReadonlySet<string>>()

function embedPlans(source: SourceImage): ReadonlySet<string> {
  const keys =
    planKeys.get(source) ??
    new Set(negotiatedPlans(source, embedWidthsOf(source.width)).map(({ key }) => key))
  planKeys.set(source, keys)
  return keys
}

/** Whether the embed requests it. If so, it was rendered when a widget with the image was published. */
export const isForEmbed = (source: SourceImage, { key }: Plan): boolean =>
  embedPlans(source).has(key)

/** The objects of the renditions that the embed requests. They are kept as long as the asset exists. */
export function embedRenditions(picture: StoredPicture): Set<string> {
  const { projectId, assetId, fileKey, source } = picture
  const objectOf = (key: string) => renditionObject(projectId, assetId, recipe, key, fileKey)
  return new Set([...embedPlans(source)].map(objectOf))
}
