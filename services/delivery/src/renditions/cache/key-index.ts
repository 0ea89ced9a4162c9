/** Names some bytes of an asset: `<project>/<asset>/<name>`. */
export type HoldingKey = string

export const holdingKey = (
  { projectId, assetId }: { projectId: string; assetId: string },
  name: string,
): HoldingKey => `${projectId}/${assetId}/${name}`

/** The project and the asset that a key belongs to. */
export function ownersOf(key: HoldingKey): readonly [projectId: string, assetId: string] {
  const [projectId = '', assetId = ''] = key.split('/', 2)
  return [projectId, assetId]
}

/** What is held of whom: so that forgetting an asset or a project looks at nothing else. */
export function createHoldings() {
  const byProject = new Map<string, Map<string, Set<HoldingKey>>>()
  const projectOf = new Map<string, string>()

  const ofAsset = (assetId: string): Iterable<HoldingKey> =>
    byProject.get(projectOf.get(assetId) ?? '')?.get(assetId) ?? []

  return {
    add: (key: HoldingKey): void => {
      const [projectId, assetId] = ownersOf(key)
      const assets = byProject.get(projectId) ?? new Map<string, Set<HoldingKey>>()
      const keys = assets.get(assetId) ?? new Set()
      byProject.set(projectId, assets.set(assetId, keys.add(key)))
      projectOf.set(assetId, projectId)
    },
    remove: (key: HoldingKey): void => {
      const [projectId, assetId] = ownersOf(key)
      const assets = byProject.get(projectId)
      const keys = assets?.get(assetId)
      keys?.delete(key)
      if (keys?.size !== 0) return
      assets?.delete(assetId)
      projectOf.delete(assetId)
      if (assets?.size === 0) byProject.delete(projectId)
    },
    /** @param id of an asset or a project. */
    of: (id: string): HoldingKey[] => {
      const assets = byProject.get(id)
      return assets ? [...assets.values()].flatMap((keys) => [...keys]) : [...ofAsset(id)]
    },
  }
}
