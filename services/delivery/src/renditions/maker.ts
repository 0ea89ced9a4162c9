import { mezzanineObject, originalObject } from '@vitrine/contracts'
import { AppError } from '@vitrine/errors'
import { chooseInput, mezzanineSizes, type Plan, type Source } from '@vitrine/imaging'
import type { ObjectStore } from '@vitrine/object-store'
import type { Slots } from './slots.js'

type Deps = {
  store: ObjectStore
  slots: Slots
  render: (input: Buffer, plan: Plan) => Promise<Buffer>
}

/** A stored picture, by where it is and what its original is like. */
export type StoredPicture = { projectId: string; assetId: string; source: Source }

/**
 * Makes renditions from what is stored of a picture. Requests for one rendition at the same time share one
 * making. Fetching bytes holds no slot.
 */
export function createRenditionMaker({ store, slots, render }: Deps) {
  const underWay = new Map<string, Promise<Buffer | null>>()

  /** The smallest copy that is good enough; the original where there is none. */
  const readInput = async (picture: StoredPicture, plan: Plan): Promise<Buffer | null> => {
    const { projectId, assetId, source } = picture
    const chosen = chooseInput(plan, mezzanineSizes(source))
    const copy = chosen && (await store.read(mezzanineObject(projectId, assetId, chosen.name)))
    return copy ?? store.read(originalObject(projectId, assetId))
  }

  const make = async (picture: StoredPicture, plan: Plan): Promise<Buffer | null> => {
    const input = await readInput(picture, plan)
    if (input === null) return null
    return slots(async () => {
      try {
        return await render(input, plan)
      } catch (cause) {
        // It took too long: that may go better another time.
        if (cause instanceof AppError && cause.code === 'OVERLOADED') throw cause
        // It was decoded in full when it came: that it can't be now is our fault.
        throw new Error(`asset ${picture.assetId} cannot be rendered`, { cause })
      }
    })
  }

  return {
    /** @returns null when the original is gone from the store. */
    make: (picture: StoredPicture, plan: Plan): Promise<Buffer | null> => {
      const key = `${picture.assetId}/${plan.key}`
      const shared = underWay.get(key)
      if (shared !== undefined) return shared
      const making = make(picture, plan).finally(() => underWay.delete(key))
      underWay.set(key, making)
      return making
    },
  }
}

export type RenditionMaker = ReturnType<typeof createRenditionMaker>
