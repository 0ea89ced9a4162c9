import { originalObject, projectObjects } from '@vitrine/contracts'

/** The differences between a project's rows and its objects. */
type Disagreement = {
  /** Keys of objects without a row. */
  orphans: string[]
  /** Assets with a row but without their original. */
  missing: string[]
}

/** @param keys the keys of the project's objects. */
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
