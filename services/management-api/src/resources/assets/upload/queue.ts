import { AppError } from '@vitrine/errors'
import {
  begin,
  emptyQueue,
  end,
  inTurns,
  join,
  type Waiter,
  whoYields,
  without,
} from '@vitrine/fair-queue'

type Options = {
  /** Maximum number of waiting uploads, over all organizations. */
  maxWaiting: number
  /** Monotonic, ms. */
  nowMs: () => number
}

/** A waiting upload. The tenant is its organization. */
type Waiting = Waiter & { begin: () => void; refuse: (refusal: AppError) => void }

/** The assumed duration of an upload before any was measured, ms. */
const firstTookMs = 1000
/** The weight of the newest upload in the average. */
const learningRate = 0.2

/**
 * Processes one upload at a time. Organizations take turns: one that sends many or large uploads delays an
 * upload of another one only by the upload in progress. The number of waiting uploads is bounded. If the
 * queue is full, a new upload replaces the last one of the organization with the most uploads.
 */
export function createUploadQueue({ maxWaiting, nowMs }: Options) {
  let queue = emptyQueue<Waiting>()
  let isBusy = false
  let refused = 0
  let averageMs = firstTookMs

  const waiting = (): number => queue.lines.reduce((sum, { waiters }) => sum + waiters.length, 0)

  const overloaded = (organizationId: string): AppError => {
    refused += 1
    const newcomer = uploadOf(organizationId)
    const turnsBefore = inTurns(join(queue, newcomer)).indexOf(newcomer)
    const retryAfterSeconds = Math.max(1, Math.ceil(((turnsBefore + 1) * averageMs) / 1000))
    const message = `Too many uploads wait to be processed. Try again in ${retryAfterSeconds} s.`
    return new AppError('OVERLOADED', message, { retryAfterSeconds })
  }

  /** The waiting upload that a new one of the organization would replace. */
  const yieldingTo = (organizationId: string): Waiting | null => {
    const newcomer = uploadOf(organizationId)
    return whoYields(join(queue, newcomer), newcomer)
  }

  const requireRoom = (organizationId: string): void => {
    if (!isBusy || waiting() < maxWaiting || yieldingTo(organizationId) !== null) return
    throw overloaded(organizationId)
  }

  const makeRoom = (organizationId: string): void => {
    if (waiting() < maxWaiting) return
    const last = yieldingTo(organizationId)
    last?.refuse(overloaded(last.tenantId))
  }

  const wait = (organizationId: string, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const finish = (outcome: () => void) => {
        signal.removeEventListener('abort', abort)
        outcome()
      }
      const leave = (reason: unknown) =>
        finish(() => {
          queue = without(queue, new Set([upload]))
          reject(reason)
        })
      const abort = () => leave(signal.reason)
      const upload = { ...uploadOf(organizationId), begin: () => finish(resolve), refuse: leave }
      signal.addEventListener('abort', abort, { once: true })
      queue = join(queue, upload)
    })

  const beginOne = (upload: Waiting): void => {
    queue = begin(queue, upload)
    isBusy = true
    upload.begin()
  }

  const turn = async (organizationId: string, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted()
    requireRoom(organizationId)
    if (isBusy) {
      makeRoom(organizationId)
      return wait(organizationId, signal)
    }
    const upload = uploadOf(organizationId)
    queue = join(queue, upload)
    beginOne(upload)
  }

  const endTurn = (organizationId: string): void => {
    queue = end(queue, organizationId)
    isBusy = false
    const [next] = inTurns(queue)
    if (next !== undefined) beginOne(next)
  }

  return {
    /** @throws AppError OVERLOADED if an upload of the organization would be refused now. */
    requireRoom,
    /**
     * Does the work when it is the organization's turn. If the signal is aborted, a waiting upload leaves
     * the queue. Work in progress continues, since an image process cannot be interrupted, and occupies its
     * turn until it is done. If the work waits for other resources, such as memory, the uploads behind it
     * wait as well.
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
        endTurn(organizationId)
      }
    },
    waiting,
    refused: (): number => refused,
  }
}

/** Every upload costs one turn, since its real cost is unknown beforehand. */
const uploadOf = (organizationId: string): Waiting => ({
  tenantId: organizationId,
  turns: 1,
  rank: 0,
  begin: () => undefined,
  refuse: () => undefined,
})

export type UploadQueue = ReturnType<typeof createUploadQueue>
