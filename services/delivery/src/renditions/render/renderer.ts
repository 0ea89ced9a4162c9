import { join } from 'node:path'
import { AppError } from '@vitrine/contracts/errors'
import { type ImageProcesses, type Plan, preparedMarkPlan } from '@vitrine/imaging'
import { memoryOf } from '../admission/cost.js'
import type { Place } from '../admission/render-queue.js'
import type { File } from '../cache/cache-image.js'
import { isDiskError } from '../cache/files.js'
import type { StoredPicture } from '../image.js'
import type { Flight } from '../single-flight/in-process.js'
import type { Inputs } from './inputs.js'
import { isTooLarge, TooLargeRenditions } from './too-large.js'

type Deps = {
  inputs: Inputs
  processes: Pick<ImageProcesses, 'render'>
  /** Throws the reason why the original of a mark is not in the store. */
  explainMissing: (picture: StoredPicture) => Promise<never>
  /**
   * During an overload, image processes yield every core to this process, so that cached images and
   * rejections are sent first.
   */
  isOverloaded: () => boolean
  onRender: () => void
}

type InputSize = { width: number; height: number; frameCount?: number }

type Job = { folder: string; flight: Flight; place: Place }

export function createRenderer(deps: Deps) {
  const { inputs, processes, explainMissing, isOverloaded, onRender } = deps
  const tooLarge = new TooLargeRenditions()

  /** The file of the mark that the plan draws, and what it takes to decode; null if it draws none. */
  const fetchMark = async ({ mark }: StoredPicture, plan: Plan, { folder, flight }: Job) => {
    const prepared = mark ? preparedMarkPlan(plan, mark.mark.source) : null
    if (!mark || prepared === null) return null
    const { picture } = mark
    const input = await inputs.fetch(picture, prepared, folder, flight, 'mark')
    if (input === null) return explainMissing(picture)
    return {
      file: { path: input.path, plan: prepared, sha256: picture.sha256 },
      memoryBytes: memoryOf(prepared, picture.source, input.copy),
      pixels: pixelsOf(input.copy ?? picture.source),
    }
  }

  /**
   * Always leaves the queue.
   *
   * @returns null if the original is missing from the store.
   * @throws AppError OVERLOADED, STORE_UNAVAILABLE, IMAGE_TOO_LARGE, IMAGE_TOO_COSTLY; the reason of the flight's signal,
   *   until the render begins.
   */
  return async (picture: StoredPicture, plan: Plan, job: Job): Promise<File | null> => {
    const { folder, flight, place } = job
    try {
      tooLarge.check(picture, plan)

      // Fetch the input and the mark. This holds no slot.
      const [input, mark] = await Promise.all([
        inputs.fetch(picture, plan, folder, flight),
        fetchMark(picture, plan, job),
      ])
      if (input === null) return null

      // Wait for a slot. The memory is known exactly once the input is known.
      const needed = memoryOf(plan, picture.source, input.copy)
      const memoryBytes = Math.max(needed, mark?.memoryBytes ?? 0)
      await place.waitForSlot(flight.signal, memoryBytes)

      // Render. From here on the work is finished even if every client leaves.
      flight.commit()
      onRender()
      const path = join(folder, 'rendition')
      const yieldsAll = isOverloaded()
      const inputPixels = pixelsOf(input.copy ?? picture.source) + (mark?.pixels ?? 0)
      const { sizeBytes, tookMs } = await processes
        .render(input.path, plan, path, { yieldsAll, memoryBytes, inputPixels, mark: mark?.file })
        .catch((cause) => {
          if (isTooLarge(cause)) throw tooLarge.add(picture, plan, cause)
          throw isTransient(cause) ? cause : cannotBeRendered(picture, cause)
        })
      place.recordDuration(tookMs)
      return { path, sizeBytes }
    } finally {
      place.leave()
    }
  }
}

export type Renderer = ReturnType<typeof createRenderer>

const pixelsOf = ({ width, height, frameCount = 1 }: InputSize): number =>
  width * height * frameCount

/** A render that timed out, or ran out of disk space, may succeed later or on another machine. */
const isTransient = (error: unknown): boolean =>
  isDiskError(error) || (error instanceof AppError && error.code === 'OVERLOADED')

/** The original was decoded completely when it was uploaded, so this is a fault of the service. */
const cannotBeRendered = ({ assetId }: StoredPicture, cause: unknown) =>
  new Error(`asset ${assetId} cannot be rendered`, { cause })
