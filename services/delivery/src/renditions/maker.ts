import { originalObject } from '@vitrine/contracts'
import { AppError } from '@vitrine/errors'
import type { Plan } from '@vitrine/imaging'
import type { ObjectStore } from '@vitrine/object-store'
import type { Slots } from './slots.js'

type Deps = {
  store: ObjectStore
  slots: Slots
  render: (original: Buffer, plan: Plan) => Promise<Buffer>
}

/**
 * Makes renditions from stored originals. Requests for one rendition at the same time share one
 * making. Fetching bytes holds no slot.
 */
export function createRenditionMaker({ store, slots, render }: Deps) {
  const underWay = new Map<string, Promise<Buffer | null>>()

  const make = async (projectId: string, assetId: string, plan: Plan): Promise<Buffer | null> => {
    const original = await store.read(originalObject(projectId, assetId))
    if (original === null) return null
    return slots(async () => {
      try {
        return await render(original, plan)
      } catch (cause) {
        // It took too long: that may go better another time.
        if (cause instanceof AppError && cause.code === 'OVERLOADED') throw cause
        // It was decoded in full when it came: that it can't be now is our fault.
        throw new Error(`the original of asset ${assetId} cannot be rendered`, { cause })
      }
    })
  }

  return {
    /** @returns null when the original is gone from the store. */
    make: (projectId: string, assetId: string, plan: Plan): Promise<Buffer | null> => {
      const key = `${assetId}/${plan.key}`
      const shared = underWay.get(key)
      if (shared !== undefined) return shared
      const making = make(projectId, assetId, plan).finally(() => underWay.delete(key))
      underWay.set(key, making)
      return making
    },
  }
}

export type RenditionMaker = ReturnType<typeof createRenditionMaker>
