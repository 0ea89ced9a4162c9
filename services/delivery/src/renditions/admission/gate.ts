import type { AppError } from '@vitrine/errors'
import type { Job } from './cost.js'
import type { Admission, Ticket } from './render-queue.js'

type Options = { admission: Pick<Admission, 'enter' | 'refusal' | 'waiting'>; nowMs: () => number }

/** Of one rendition that this process does not have. */
export type Entrance = {
  /**
   * Resolves when it is time to look into the store.
   *
   * @throws AppError OVERLOADED when the deadline comes first, and the signal's reason.
   */
  toLook(signal: AbortSignal): Promise<void>
  /**
   * The store does not have it either: the place in the queue of renders.
   *
   * @param prepareMs expected from now until its bytes are there.
   * @throws AppError OVERLOADED
   */
  toMake(prepareMs: number): Ticket
  /** Whatever it got is free for others. It may be called more than once. */
  leave(): void
}

/** Looks at a time for what was most likely made ahead. */
const likelyAtOnce = 8
/** After any other look that an overload allowed there is none for so many times as long as it took. */
const restFactor = 99
/** With a slow store a look takes long and costs no more, ms. */
const longestRestMs = 1000

/**
 * Decides, before anything is spent on it, whether a rendition is worth a look into the store. It is if
 * it would be made, in case that it is not there: it gets its place in the queue at once, so that a crowd
 * does not look for the sake of one place, and looks when its turn is near. Else it is if it was most likely made ahead; and of the others
 * now and then one: a flood of what is not there is refused at once, instead of keeping the store, the
 * network and this process busy.
 */
export function createDoor({ admission, nowMs }: Options) {
  let likelyLooks = 0
  let isLooking = false
  let restsUntilMs = 0

  /** A place in the queue that is had once at a time: where the work is begun anew, anew. */
  const placeFor = (job: Job) => {
    let ticket: Ticket | undefined
    const leave = (): void => {
      ticket?.leave()
      ticket = undefined
    }
    const enter = (prepareMs = job.prepareMs ?? 0): Ticket => {
      ticket = admission.enter({ ...job, prepareMs })
      return ticket
    }
    const toMake = (prepareMs: number): Ticket => {
      const taken = ticket ?? enter(prepareMs)
      taken.expect(prepareMs)
      return { ...taken, leave }
    }
    const toPrepare = async (signal: AbortSignal): Promise<void> => ticket?.toPrepare(signal)
    return { enter, toPrepare, toMake, leave }
  }

  const isLikelyLookDue = (isLikely: boolean): boolean => isLikely && likelyLooks < likelyAtOnce

  const isLookDue = (isLikely: boolean): boolean =>
    isLikelyLookDue(isLikely) || (!isLooking && nowMs() >= restsUntilMs)

  /** @returns ends the look. */
  const lookForLikely = (): (() => void) => {
    likelyLooks += 1
    return once(() => {
      likelyLooks -= 1
    })
  }

  /** @returns ends the look; null: not now. */
  const look = (isLikely: boolean): (() => void) | null => {
    if (!isLookDue(isLikely)) return null
    if (isLikelyLookDue(isLikely)) return lookForLikely()
    const beganMs = nowMs()
    isLooking = true
    return once(() => {
      isLooking = false
      restsUntilMs = nowMs() + Math.min(longestRestMs, restFactor * (nowMs() - beganMs))
    })
  }

  return {
    /** Whether anybody waits: else nobody is refused. */
    isCrowded: (): boolean => admission.waiting() > 0,
    /** What `enter` would throw now; null: it would not. */
    refusal: (job: Job, isLikely: boolean): AppError | null =>
      isLookDue(isLikely) ? null : admission.refusal(job),
    /**
     * @param isLikely that the store has it.
     * @throws AppError OVERLOADED, at once.
     */
    enter: (job: Job, isLikely: boolean): Entrance => {
      const place = placeFor(job)
      let endLook = noLook
      try {
        place.enter()
        if (isLikelyLookDue(isLikely)) endLook = lookForLikely()
      } catch (error) {
        const allowed = look(isLikely)
        if (allowed === null) throw error
        endLook = allowed
      }
      return {
        toLook: async (signal) => (endLook === noLook ? place.toPrepare(signal) : undefined),
        toMake: (prepareMs) => {
          endLook()
          return place.toMake(prepareMs)
        },
        leave: () => {
          endLook()
          place.leave()
        },
      }
    },
  }
}

export type Door = ReturnType<typeof createDoor>

/** The look is that of the place. */
const noLook = (): void => {}

function once(run: () => void): () => void {
  let hasRun = false
  return () => {
    if (!hasRun) run()
    hasRun = true
  }
}
