import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { mezzanineObject, originalObject } from '@vitrine/contracts'
import { chooseInput, type MezzanineName, mezzanineSizes, type Plan } from '@vitrine/imaging'
import type { SignedObjects } from '../storage/signed-objects.js'
import type { StoredOriginal } from './repository.js'

/**
 * The input files for the renditions of one image, in a separate folder. Each is fetched once. Disposing
 * removes the folder.
 */
export async function openInputs(
  objects: Pick<SignedObjects, 'readDerived' | 'readOriginal'>,
  picture: StoredOriginal,
  directory: string,
) {
  const { projectId, assetId, fileKey, source } = picture
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
    const key = originalObject(projectId, assetId, fileKey)
    return fetchOnce(key, (path) => objects.readOriginal(key, path, picture, signal))
  }
  const fetchMezzanine = (name: MezzanineName, signal: AbortSignal) => {
    const key = mezzanineObject(projectId, assetId, name, fileKey)
    return fetchOnce(key, (path) => objects.readDerived(key, path, signal))
  }

  return {
    /**
     * Fetches the smallest sufficient copy, or the original if there is none. Returns its path.
     *
     * @returns null if the store has no original, or one with another hash.
     */
    fetch: async (plan: Plan, signal: AbortSignal): Promise<string | null> => {
      const chosen = chooseInput(plan, mezzanineSizes(source))
      const copy = chosen && (await fetchMezzanine(chosen.name, signal))
      return copy ?? fetchOriginal(signal)
    },
    /** Fetches the smallest copy, or the original if there is none. */
    fetchSmallest: async (signal: AbortSignal): Promise<string | null> => {
      const smallest = mezzanineSizes(source).at(-1)
      const copy = smallest && (await fetchMezzanine(smallest.name, signal))
      return copy ?? fetchOriginal(signal)
    },
    pathOf: (planKey: string): string => join(folder, planKey),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

export type Inputs = Awaited<ReturnType<typeof openInputs>>
