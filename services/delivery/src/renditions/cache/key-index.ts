import { type ImageKey, ownersOf } from '../image.js'

/** The keys of a cache by project and asset, so that forgetting one of them visits no other key. */
export class KeyIndex {
  readonly #byProject = new Map<string, Map<string, Set<ImageKey>>>()
  readonly #projectOf = new Map<string, string>()

  add(key: ImageKey): void {
    const [projectId, assetId] = ownersOf(key)
    const assets = this.#byProject.get(projectId) ?? new Map<string, Set<ImageKey>>()
    const keys = assets.get(assetId) ?? new Set()
    this.#byProject.set(projectId, assets.set(assetId, keys.add(key)))
    this.#projectOf.set(assetId, projectId)
  }

  remove(key: ImageKey): void {
    const [projectId, assetId] = ownersOf(key)
    const assets = this.#byProject.get(projectId)
    const keys = assets?.get(assetId)
    keys?.delete(key)
    if (keys?.size !== 0) return
    assets?.delete(assetId)
    this.#projectOf.delete(assetId)
    if (assets?.size === 0) this.#byProject.delete(projectId)
  }

  /** @param id of an asset or a project. */
  of(id: string): ImageKey[] {
    const assets = this.#byProject.get(id)
    if (assets !== undefined) return [...assets.values()].flatMap((keys) => [...keys])
    const projectId = this.#projectOf.get(id) ?? ''
    return [...(this.#byProject.get(projectId)?.get(id) ?? [])]
  }
}
