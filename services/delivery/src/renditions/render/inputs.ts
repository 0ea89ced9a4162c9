import { join } from 'node:path'
import { chooseInput, mezzanineSizes, type Plan } from '@vitrine/imaging'
import type { Disk } from '../cache/disk.js'
import { type HoldingKey, holdingKey } from '../cache/key-index.js'
import type { Flight } from '../single-flight/in-process.js'
import type { VerifiedObjects } from '../store/verified-objects.js'
import type { StoredPicture } from '../stored-picture.js'

type Options = { objects: Pick<VerifiedObjects, 'original' | 'mezzanine'>; disk: Disk }

/** One of the stored pictures that renditions are made from. */
type Input = {
  key: HoldingKey
  download: (path: string, signal: AbortSignal) => Promise<number | null>
  copy: Size | null
}

/** Pixels. */
type Size = { width: number; height: number }

/** A file that a rendition is made from; `copy` is null for the original. */
export type FetchedInput = { path: string; copy: Size | null }

/** What renditions are made from. It is kept on disk, where the next size of it finds it. */
export function createInputs({ objects, disk }: Options) {
  /** Never reject. */
  const underWay = new Map<HoldingKey, Promise<void>>()

  const download = async (input: Input, path: string, flight: Flight) => {
    const { key } = input
    const sizeBytes = await input.download(path, flight.signal)
    if (sizeBytes === null) return false
    await disk.keep(key, path, sizeBytes)
    if (flight.isForgotten) disk.drop(key)
    return true
  }

  /** @returns whether there is one. */
  const fetch = async (input: Input, path: string, flight: Flight): Promise<boolean> => {
    const { key } = input
    // Another size of the picture wants the same one: it comes once.
    await underWay.get(key)
    if (await disk.lend(key, path)) return true
    const downloading = download(input, path, flight)
    const settled = downloading.then(
      () => undefined,
      () => undefined,
    )
    underWay.set(key, settled)
    void settled.then(() => underWay.get(key) === settled && underWay.delete(key))
    return downloading
  }

  /** The best first. */
  const inputsOf = (picture: StoredPicture, plan: Plan): Input[] => {
    const chosen = chooseInput(plan, mezzanineSizes(picture.source))
    const original: Input = {
      key: holdingKey(picture, originalName),
      download: (path, signal) => objects.original(picture, path, signal),
      copy: null,
    }
    if (chosen === null) return [original]
    const { name } = chosen
    const mezzanine: Input = {
      key: holdingKey(picture, `mezzanine-${name}`),
      download: (path, signal) => objects.mezzanine(picture, name, path, signal),
      copy: chosen,
    }
    return [mezzanine, original]
  }

  return {
    /** Whether `fetch` needs nothing from the store. */
    isAtHand: (picture: StoredPicture, plan: Plan): boolean => {
      const [best] = inputsOf(picture, plan)
      return best !== undefined && disk.has(best.key)
    },
    /**
     * The file of the smallest copy that is good enough, or of the original where there is none, in
     * the folder, and the caller's.
     *
     * @returns null when not even the original is there.
     * @throws AppError STORE_UNAVAILABLE, ASSET_LOST for an original that is not the uploaded one, errors
     *   of the file system, the flight's abortion.
     */
    fetch: async (
      picture: StoredPicture,
      plan: Plan,
      folder: string,
      flight: Flight,
    ): Promise<FetchedInput | null> => {
      const path = join(folder, 'input')
      for (const input of inputsOf(picture, plan)) {
        if (await fetch(input, path, flight)) return { path, copy: input.copy }
      }
      return null
    },
  }
}

export type Inputs = ReturnType<typeof createInputs>

/** What the original is held as. */
export const originalName = 'original'
