import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { mezzanineObject, originalObject } from '@vitrine/contracts'
import { chooseInput, mezzanineSizes, type Plan } from '@vitrine/imaging'
import type { ObjectStore } from '@vitrine/object-store'
import type { ShownPicture } from './shown-assets.js'

/**
 * Copies, in a folder of their own, of what the renditions of one picture are made from; each is
 * fetched once. All is gone with the folder when it is disposed of.
 */
export async function openInputs(
  store: ObjectStore,
  { projectId, assetId, source }: ShownPicture,
  directory: string,
) {
  const folder = await mkdtemp(join(directory, 'renditions-'))
  const fetched = new Map<string, string | null>()

  const fetch = async (key: string, signal: AbortSignal): Promise<string | null> => {
    const known = fetched.get(key)
    if (known !== undefined) return known
    const path = join(folder, `input-${fetched.size}`)
    const found = (await store.download(key, path, signal)) === null ? null : path
    fetched.set(key, found)
    return found
  }

  return {
    /**
     * The path of the smallest copy that is good enough; of the original where there is none.
     *
     * @returns null when the original is gone from the store.
     */
    fetch: async (plan: Plan, signal: AbortSignal): Promise<string | null> => {
      const chosen = chooseInput(plan, mezzanineSizes(source))
      const copy = chosen && (await fetch(mezzanineObject(projectId, assetId, chosen.name), signal))
      return copy ?? fetch(originalObject(projectId, assetId), signal)
    },
    /** For the file of a rendition. */
    pathOf: (planKey: string): string => join(folder, planKey),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
