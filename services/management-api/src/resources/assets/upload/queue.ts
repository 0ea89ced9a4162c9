import { AppError } from '@vitrine/contracts/errors'
import type { Metrics } from '@vitrine/http'

type Options = {
  /** Uploads processed at the same time, at least 2. One account uses all of these but one. */
  concurrency: number
  /** Maximum number of waiting uploads, over all accounts. */
  maxWaiting: number
  /** Monotonic, ms. */
  nowMs: () => number
}

/** Whose upload it is. Both take turns: an account may have many organizations, and an organization many accounts. */
export type Uploader = { userId: string; organizationId: string }

type Upload = Uploader & { begin: () => void; refuse: (refusal: unknown) => void }

/** Turns of an account or an organization with uploads here. */
type Turns = { round: number; lastBegun: number }

/** The assumed duration of an upload before any was measured, ms. */
const firstTookMs = 1000
/** The weight of the newest upload in the average. */
const learningRate = 0.2

/**
 * Bounds how many uploads are processed and how many wait. Deficit round-robin: in each round, an account and an
 * organization begin one upload each. One that took n times the average uses n turns, and its sender sits out the
 * next rounds. So many or costly uploads of an account delay those of another by one or two at most. A newcomer comes last in the next round, so leaving and coming back gains nothing.
 *
 * In a full queue, a new upload replaces the last one of the account with most waiting uploads.
 */
export class UploadQueue {
  readonly #options: Options
  readonly #running = new Set<Upload>()
  /** In order of arrival. */
  #waiting: Upload[] = []
  readonly #turns = new Map<string, Turns>()
  #round = 0
  #begun = 0
  #refused = 0
  #averageMs = firstTookMs

  constructor(options: Options) {
    this.#options = options
  }

  get waiting(): number {
    return this.#waiting.length
  }

  get refused(): number {
    return this.#refused
  }

  /** @throws AppError OVERLOADED if an upload would be refused now. */
  requireRoom(uploader: Uploader): void {
    if (this.#mayBegin(uploader) || !this.#isFull || this.#yieldingTo(uploader) !== null) return
    throw this.#overloaded(uploader)
  }

  /**
   * Does the work when it is the uploader's turn. If the signal is aborted, a waiting upload leaves the queue. Work in
   * progress keeps its turn until it is done, so it has to end by itself then.
   *
   * @throws AppError OVERLOADED, and the signal's reason.
   */
  async run<Result>(
    uploader: Uploader,
    work: () => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    const upload = await this.#turn(uploader, signal)
    const startedMs = this.#options.nowMs()
    try {
      return await work()
    } finally {
      this.#end(upload, this.#options.nowMs() - startedMs)
    }
  }

  #turn({ userId, organizationId }: Uploader, signal: AbortSignal): Promise<Upload> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const upload: Upload = {
        userId,
        organizationId,
        begin: () => {
          signal.removeEventListener('abort', abort)
          resolve(upload)
        },
        refuse: (reason) => {
          signal.removeEventListener('abort', abort)
          this.#waiting = this.#waiting.filter((other) => other !== upload)
          this.#forgetIdle(upload)
          reject(reason)
        },
      }
      const abort = () => upload.refuse(signal.reason)
      this.requireRoom(upload)
      if (!this.#mayBegin(upload) && this.#isFull) {
        const last = this.#yieldingTo(upload)
        last?.refuse(this.#overloaded(last))
      }
      for (const id of idsOf(upload)) {
        if (!this.#turns.has(id)) this.#turns.set(id, { round: this.#round + 1, lastBegun: 0 })
      }
      signal.addEventListener('abort', abort, { once: true })
      this.#waiting.push(upload)
      this.#beginNext()
    })
  }

  #beginNext(): void {
    const candidates = this.#waiting.filter((upload) => this.#mayBegin(upload))
    const [next] = candidates.sort((left, right) => this.#compare(left, right))
    if (next === undefined) return
    const round = this.#turnOf(next).round
    this.#round = Math.max(this.#round, Math.floor(round))
    this.#begun += 1
    for (const id of idsOf(next)) {
      this.#turns.set(id, { round: Math.max(this.#round, round) + 1, lastBegun: this.#begun })
    }
    this.#waiting = this.#waiting.filter((upload) => upload !== next)
    this.#running.add(next)
    next.begin()
  }

  #end(upload: Upload, tookMs: number): void {
    this.#running.delete(upload)
    const turnsBeyondOne = Math.max(0, tookMs / this.#averageMs - 1)
    for (const id of idsOf(upload)) {
      const turns = this.#turns.get(id)
      if (turns !== undefined) turns.round += turnsBeyondOne
    }
    this.#averageMs += learningRate * (tookMs - this.#averageMs)
    this.#forgetIdle(upload)
    this.#beginNext()
  }

  /** Earlier rounds first, then who has waited longer for a turn, then the order of arrival. */
  #compare(left: Upload, right: Upload): number {
    const [one, other] = [this.#turnOf(left), this.#turnOf(right)]
    return Math.floor(one.round) - Math.floor(other.round) || one.lastBegun - other.lastBegun
  }

  /** The later one of the turns of its account and of its organization. */
  #turnOf(upload: Upload): Turns {
    const turns = idsOf(upload).map((id) => this.#turns.get(id) ?? { round: 0, lastBegun: 0 })
    return {
      round: Math.max(...turns.map(({ round }) => round)),
      lastBegun: Math.max(...turns.map(({ lastBegun }) => lastBegun)),
    }
  }

  #mayBegin({ userId }: Uploader): boolean {
    const { concurrency } = this.#options
    const own = [...this.#running].filter((upload) => upload.userId === userId).length
    return this.#running.size < concurrency && own < concurrency - 1
  }

  #forgetIdle(gone: Upload): void {
    const present = new Set([...this.#running, ...this.#waiting].flatMap(idsOf))
    for (const id of idsOf(gone)) if (!present.has(id)) this.#turns.delete(id)
  }

  get #isFull(): boolean {
    return this.waiting >= this.#options.maxWaiting
  }

  /** The waiting upload that one of this account would replace: of one that has more, and more than one, waiting. */
  #yieldingTo({ userId }: Uploader): Upload | null {
    const counts = this.#waitingByAccount()
    let most = (counts.get(userId) ?? 0) + 1
    let yielding: Upload | null = null
    for (const upload of this.#waiting) {
      const count = counts.get(upload.userId) ?? 0
      if (upload.userId === userId || count < most || (count === most && yielding === null))
        continue
      most = count
      yielding = upload
    }
    return yielding
  }

  #overloaded({ userId }: Uploader): AppError {
    this.#refused += 1
    const counts = this.#waitingByAccount()
    const own = counts.get(userId) ?? 0
    counts.delete(userId)
    // In as many rounds as it has uploads, each other account begins at most as many.
    const before = [...counts.values()].reduce((sum, count) => sum + Math.min(count, own + 1), own)
    const retryAfterSeconds = Math.max(1, Math.ceil(((before + 1) * this.#averageMs) / 1000))
    const message = `Too many uploads wait to be processed. Try again in ${retryAfterSeconds} s.`
    return new AppError('OVERLOADED', message, { retryAfterSeconds })
  }

  #waitingByAccount(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const { userId } of this.#waiting) counts.set(userId, (counts.get(userId) ?? 0) + 1)
    return counts
  }
}

const idsOf = ({ userId, organizationId }: Uploader): string[] => [
  `account:${userId}`,
  `organization:${organizationId}`,
]

/** Uploads processed at once. One account uses all but one, so that another's begins at once. */
export const uploadConcurrency = 2

/** The queue of this process, with its metrics. */
export function startUploadQueue({
  maxWaiting,
  metrics,
}: {
  maxWaiting: number
  metrics: Metrics
}): UploadQueue {
  const queue = new UploadQueue({
    concurrency: uploadConcurrency,
    maxWaiting,
    nowMs: () => performance.now(),
  })
  metrics.gauge({
    name: 'uploads_waiting',
    help: 'Uploads that wait to be processed.',
    read: () => queue.waiting,
  })
  metrics.counter({
    name: 'uploads_refused_total',
    help: 'Uploads refused because too many waited.',
    read: () => queue.refused,
  })
  return queue
}
