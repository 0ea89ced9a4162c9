import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { mezzanineObject, originalObject } from '@vitrine/contracts'
import { chooseInput, type MezzanineName, mezzanineSizes, type Plan } from '@vitrine/imaging'
import type { SignedObjects } from '../../storage/signed-objects.js'
import type { ShownPicture } from './repository.js'

/**
 * Copies, in a folder of their own, of what the renditions of one picture are made from; each is
 * fetched once. All is gone with the folder when it is disposed of.
 */
export async function openInputs(
  objects: Pick<SignedObjects, 'readDerived' | 'readOriginal'>,
  picture: ShownPicture,
  directory: string,
) {
  const { projectId, assetId, source } = picture
  const folder = await mkdtemp(join(directory, 'renditions-'))
  const fetched = new Map<string, string | null>()

  const fetchOnce = async (
    key: string,
    read: (path: string) => Promise<boolean>,
  ): Promise<string | null> => {
    const known = fetched.get(key)
    if (known !== undefined) return known
    const path = join(folder, `input-${fetched.size}`)
    const found = (await read(path)) ? path : null
    fetched.set(key, found)
    return found
  }
  const fetchOriginal = (signal: AbortSignal) => {
    const key = originalObject(projectId, assetId)
    return fetchOnce(key, (path) => objects.readOriginal(key, path, picture, signal))
  }
  const fetchMezzanine = (name: MezzanineName, signal: AbortSignal) => {
    const key = mezzanineObject(projectId, assetId, name)
    return fetchOnce(key, (path) => objects.readDerived(key, path, signal))
  }

  return {
    /**
     * The path of the smallest copy that is good enough; of the original where there is none.
     *
     * @returns null when the original is gone from the store, or is not the uploaded one.
     */
    fetch: async (plan: Plan, signal: AbortSignal): Promise<string | null> => {
      const chosen = chooseInput(plan, mezzanineSizes(source))
      const copy = chosen && (await fetchMezzanine(chosen.name, signal))
      return copy ?? fetchOriginal(signal)
    },
    /** For the file of a rendition. */
    pathOf: (planKey: string): string => join(folder, planKey),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
