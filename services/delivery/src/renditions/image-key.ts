import { type MezzanineName, type Plan, recipe } from '@vitrine/imaging'

/** The cache key of a stored or rendered image: `<project>/<asset>/<name>`. */
export type ImageKey = string

type Owner = { projectId: string; assetId: string }

const keyOf = ({ projectId, assetId }: Owner, name: string): ImageKey =>
  `${projectId}/${assetId}/${name}`

/** @param plan of a rendition; null: the original. */
export const imageKey = (owner: Owner, plan: Plan | null): ImageKey =>
  keyOf(owner, plan === null ? 'original' : `${recipe}/${plan.key}`)

export const mezzanineKey = (owner: Owner, name: MezzanineName): ImageKey =>
  keyOf(owner, `mezzanine-${name}`)

export function ownersOf(key: ImageKey): readonly [projectId: string, assetId: string] {
  const [projectId = '', assetId = ''] = key.split('/', 2)
  return [projectId, assetId]
}
