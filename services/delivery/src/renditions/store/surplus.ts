import { embedWidthsOf, renditionObject } from '@vitrine/contracts'
import { negotiatedPlans, type Plan, recipe, type SourceImage, withMark } from '@vitrine/imaging'
import type { ListedObject } from '@vitrine/object-store'
import type { StoredPicture } from '../image.js'

/** The keys of all but the `bound` newest objects. */
export function surplus(listed: readonly ListedObject[], bound: number): string[] {
  return listed
    .toSorted((a, b) => b.storedAtMs - a.storedAtMs)
    .slice(Math.max(0, bound))
    .map(({ key }) => key)
}

/** Cached for the lifetime of the source object, which comes with its mark. */
const planKeys = new WeakMap<SourceImage, ReadonlySet<string>>()

function embedPlans({ source, mark }: StoredPicture): ReadonlySet<string> {
  const plans = () => negotiatedPlans(source, embedWidthsOf(source.width))
  const keys =
    planKeys.get(source) ?? new Set(plans().map((plan) => withMark(plan, mark?.mark ?? null).key))
  planKeys.set(source, keys)
  return keys
}

/** Whether the embed requests it. If so, it was rendered when a widget with the image was published. */
export const isForEmbed = (picture: StoredPicture, { key }: Plan): boolean =>
  embedPlans(picture).has(key)

/** The objects of the renditions that the embed requests. They are kept as long as the asset exists. */
export function embedRenditions(picture: StoredPicture): Set<string> {
  const { projectId, assetId, fileKey } = picture
  const objectOf = (key: string) => renditionObject(projectId, assetId, recipe, key, fileKey)
  return new Set([...embedPlans(picture)].map(objectOf))
}
