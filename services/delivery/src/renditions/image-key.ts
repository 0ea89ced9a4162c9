import type { FileKey } from '@vitrine/contracts'
import { type MezzanineName, type Plan, recipe } from '@vitrine/imaging'

/**
 * The cache key of a stored or rendered image: `<project>/<asset>/<name>`. It contains the key of the file, so
 * bytes that were fetched or rendered from a replaced file are never found.
 */
export type ImageKey = string

type Owner = { projectId: string; assetId: string; fileKey: FileKey }

const keyOf = ({ projectId, assetId, fileKey }: Owner, name: string): ImageKey =>
  [projectId, assetId, ...(fileKey === null ? [] : [fileKey]), name].join('/')

/** @param plan of a rendition; null: the original. */
export const imageKey = (owner: Owner, plan: Plan | null): ImageKey =>
  keyOf(owner, plan === null ? 'original' : `${recipe}/${plan.key}`)

export const mezzanineKey = (owner: Owner, name: MezzanineName): ImageKey =>
  keyOf(owner, `mezzanine-${name}`)

export function ownersOf(key: ImageKey): readonly [projectId: string, assetId: string] {
  const [projectId = '', assetId = ''] = key.split('/', 2)
  return [projectId, assetId]
}
