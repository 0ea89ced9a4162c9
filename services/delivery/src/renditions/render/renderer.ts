import { join } from 'node:path'
import { AppError } from '@vitrine/errors'
import type { ImageProcesses, Plan } from '@vitrine/imaging'
import { memoryOf } from '../admission/cost.js'
import type { Ticket } from '../admission/render-queue.js'
import { isDiskError } from '../cache/files.js'
import type { Flight } from '../single-flight/in-process.js'
import type { StoredPicture } from '../stored-picture.js'
import type { Inputs } from './inputs.js'
import { createTooLarge, isTooLarge } from './too-large.js'

type Deps = {
  inputs: Inputs
  processes: Pick<ImageProcesses, 'render'>
  /** Image processes then yield every core: kept images and refusals go first. */
  isOverloaded: () => boolean
  /** Told when one begins to be made. */
  onMaking: () => void
}

/** For whom, and with which place in the queue: it is left in any case. */
type Turn = { flight: Flight; ticket: Ticket }

/** Makes a rendition into a file of the folder. Fetching what it is made from holds no slot. */
export function createMaking({ inputs, processes, isOverloaded, onMaking }: Deps) {
  const tooLarge = createTooLarge()
  /**
   * @returns null when the original is gone from the store.
   * @throws AppError OVERLOADED, STORE_UNAVAILABLE, IMAGE_TOO_LARGE; the flight's abortion, up to where it begins.
   */
  return async (picture: StoredPicture, plan: Plan, folder: string, { flight, ticket }: Turn) => {
    try {
      tooLarge.check(picture, plan)
      const input = await inputs.fetch(picture, plan, folder, flight)
      if (input === null) return null
      const { path: inputPath, copy } = input
      await ticket.turn(flight.signal, memoryOf(plan, picture.source, copy))
      flight.commit()
      onMaking()
      const path = join(folder, 'made')
      const yieldsAll = isOverloaded()
      const { sizeBytes, tookMs } = await processes
        .render(inputPath, plan, path, { yieldsAll })
        .catch((cause) => {
          if (isTooLarge(cause)) throw tooLarge.refuse(picture, plan, cause)
          throw mayPass(cause) ? cause : cannotBeRendered(picture, cause)
        })
      ticket.took(tookMs)
      return { path, sizeBytes }
    } finally {
      ticket.leave()
    }
  }
}

/** It took too long, or the disk is full: that may go better another time, or elsewhere. */
const mayPass = (error: unknown): boolean =>
  isDiskError(error) || (error instanceof AppError && error.code === 'OVERLOADED')

/** It was decoded in full when it came: that it can't be now is our fault. */
const cannotBeRendered = ({ assetId }: StoredPicture, cause: unknown) =>
  new Error(`asset ${assetId} cannot be rendered`, { cause })
