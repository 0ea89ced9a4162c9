import { originalObject, projectObjects } from '@vitrine/contracts'

/** What does not agree between a project's rows and its objects. */
export type Disagreement = {
  /** Keys of assets that have no row. */
  orphans: string[]
  /** Assets with a row and without their original. */
  missing: string[]
}

/** @param keys of the project's objects. */
export function compareListing(
  projectId: string,
  keys: readonly string[],
  assetIds: readonly string[],
): Disagreement {
  const known = new Set(assetIds)
  const assets = `${projectObjects(projectId)}assets/`
  const ownerOf = (key: string) => key.slice(assets.length).split('/')[0] ?? ''
  const stored = new Set(keys)
  return {
    orphans: keys.filter((key) => !key.startsWith(assets) || !known.has(ownerOf(key))),
    missing: assetIds.filter((id) => !stored.has(originalObject(projectId, id))),
  }
}
