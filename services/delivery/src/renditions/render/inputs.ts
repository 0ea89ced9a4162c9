import { join } from 'node:path'
import { chooseInput, mezzanineSizes, type Plan } from '@vitrine/imaging'
import type { Disk } from '../cache/disk.js'
import { type ImageKey, imageKey, mezzanineKey, type StoredPicture } from '../image.js'
import type { Flight } from '../single-flight/in-process.js'
import type { VerifiedObjects } from '../store/verified-objects.js'

type Options = { objects: Pick<VerifiedObjects, 'original' | 'mezzanine'>; disk: Disk }

/** A stored image that renditions are rendered from: a mezzanine, or the original. */
type Input = {
  key: ImageKey
  download: (path: string, signal: AbortSignal) => Promise<number | null>
  copy: Size | null
}

/** Pixels. */
type Size = { width: number; height: number }

/** The input of a render. `copy` is the size of a mezzanine; null for the original. */
export type FetchedInput = { path: string; copy: Size | null }

/** Fetches the inputs of renders, and caches them on disk for other sizes of the same image. */
export function createInputs({ objects, disk }: Options) {
  /** Downloads in progress. These promises never reject. */
  const underWay = new Map<ImageKey, Promise<void>>()

  const download = async (input: Input, path: string, flight: Flight): Promise<boolean> => {
    const sizeBytes = await input.download(path, flight.signal)
    if (sizeBytes === null) return false
    await disk.keep(input.key, path, sizeBytes)
    if (flight.isForgotten) disk.drop(input.key)
    return true
  }

  /** @returns whether the input exists. */
  const fetch = async (input: Input, path: string, flight: Flight): Promise<boolean> => {
    const { key } = input
    // Another size of the image may be downloading it.
    await underWay.get(key)
    if (await disk.linkTo(key, path)) return true
    const downloading = download(input, path, flight)
    const settled = downloading.then(
      () => undefined,
      () => undefined,
    )
    underWay.set(key, settled)
    void settled.then(() => underWay.get(key) === settled && underWay.delete(key))
    return downloading
  }

  /** In order of preference. */
  const inputsOf = (picture: StoredPicture, plan: Plan): Input[] => {
    const chosen = chooseInput(plan, mezzanineSizes(picture.source))
    const original: Input = {
      key: imageKey(picture, null),
      download: (path, signal) => objects.original(picture, path, signal),
      copy: null,
    }
    if (chosen === null) return [original]
    const { name } = chosen
    const mezzanine: Input = {
      key: mezzanineKey(picture, name),
      download: (path, signal) => objects.mezzanine(picture, name, path, signal),
      copy: chosen,
    }
    return [mezzanine, original]
  }

  return {
    /** Whether the best input is on disk, so that `fetch` needs nothing from the store. */
    isOnDisk: (picture: StoredPicture, plan: Plan): boolean => {
      const [best] = inputsOf(picture, plan)
      return best !== undefined && disk.has(best.key)
    },

    /**
     * Puts the smallest mezzanine that is large enough into the folder, or the original if that
     * mezzanine does not exist.
     *
     * @returns null if the original is missing, too.
     * @throws AppError STORE_UNAVAILABLE; ASSET_LOST for an original that is not the uploaded one;
     *   errors of the file system; the reason of the flight's signal.
     */
    fetch: async (
      picture: StoredPicture,
      plan: Plan,
      folder: string,
      flight: Flight,
      name: 'input' | 'mark' = 'input',
    ): Promise<FetchedInput | null> => {
      const path = join(folder, name)
      for (const input of inputsOf(picture, plan)) {
        if (await fetch(input, path, flight)) return { path, copy: input.copy }
      }
      return null
    },
  }
}

export type Inputs = ReturnType<typeof createInputs>
