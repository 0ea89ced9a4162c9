import { AppError } from '@vitrine/errors'
import { createOrganizationLines } from './organization-lines.js'

type Options = {
  /** Most uploads that wait, of all organizations. */
  maxWaiting: number
  /** Monotonic, ms. */
  nowMs: () => number
}

/** An upload that waits. */
type Waiting = { begin: () => void; refuse: (refusal: AppError) => void }

/** Until it is learnt, an upload is expected to take so long, ms. */
const firstTookMs = 1000
/** How much one upload more says about the pace of the machine. */
const learningRate = 0.2

/**
 * Lets one upload be processed at a time. Organizations take turns: one that sends many uploads, or
 * large ones, delays an upload of another one by the one that is being processed. The number of
 * uploads that wait is bounded. When there is no room, the organization with most of them loses: a
 * newcomer of another organization takes the place of its last one.
 */
export function createUploadQueue({ maxWaiting, nowMs }: Options) {
  const lines = createOrganizationLines<Waiting>()
  let isBusy = false
  let refused = 0
  let averageMs = firstTookMs

  const overloaded = (organizationId: string): AppError => {
    refused += 1
    const waitMs = (lines.turnsBefore(organizationId) + 1) * averageMs
    const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
    const message = `Too many uploads wait to be processed. Try again in ${retryAfterSeconds} s.`
    return new AppError('OVERLOADED', message, { retryAfterSeconds })
  }

  /** Lines of equal length do not yield, or two organizations would displace each other for ever. */
  const hasRoom = (organizationId: string): boolean =>
    !isBusy ||
    lines.total() < maxWaiting ||
    lines.lengthOf(organizationId) + 1 < lines.longest().length

  const makeRoom = (): void => {
    if (lines.total() < maxWaiting) return
    const { organizationId, last } = lines.longest()
    last?.refuse(overloaded(organizationId))
  }

  const wait = (organizationId: string, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (outcome: () => void) => {
        signal.removeEventListener('abort', abort)
        lines.leave(organizationId, waiting)
        outcome()
      }
      const abort = () => leave(() => reject(signal.reason))
      const waiting: Waiting = {
        begin: () => leave(resolve),
        refuse: (refusal) => leave(() => reject(refusal)),
      }
      signal.addEventListener('abort', abort, { once: true })
      lines.join(organizationId, waiting)
    })

  const turn = async (organizationId: string, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted()
    if (!hasRoom(organizationId)) throw overloaded(organizationId)
    if (isBusy) {
      makeRoom()
      return wait(organizationId, signal)
    }
    isBusy = true
  }

  const end = (organizationId: string): void => {
    lines.moveToEnd(organizationId)
    const next = lines.takeNext()
    isBusy = next !== undefined
    next?.begin()
  }

  return {
    /** @throws AppError OVERLOADED if an upload of the organization would be refused now. */
    requireRoom: (organizationId: string): void => {
      if (!hasRoom(organizationId)) throw overloaded(organizationId)
    },
    /**
     * Does the work when it is the organization's turn. When the signal is aborted, an upload that
     * waits leaves the queue. Work that has begun goes on, since an image process cannot be
     * interrupted, and its turn lasts until it is over. What the work has to wait for beside the
     * turn, such as memory, it waits for itself: the organizations behind it wait as well.
     *
     * @throws AppError OVERLOADED, and the signal's reason.
     */
    run: async <Result>(
      organizationId: string,
      work: () => Promise<Result>,
      signal: AbortSignal,
    ): Promise<Result> => {
      await turn(organizationId, signal)
      const startedMs = nowMs()
      try {
        return await work()
      } finally {
        averageMs += learningRate * (nowMs() - startedMs - averageMs)
        end(organizationId)
      }
    },
    waiting: lines.total,
    refused: (): number => refused,
  }
}

export type UploadQueue = ReturnType<typeof createUploadQueue>
