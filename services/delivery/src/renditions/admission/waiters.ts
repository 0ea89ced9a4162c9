import type { AppError } from '@vitrine/errors'
import type { Clock } from './render-queue.js'
import type { QueuedJob } from './schedule.js'

type Waiter = { wake: () => void; refuse: (refusal: AppError) => void }

type Options = {
  clock: Clock
  /** Called for a job whose deadline passes while it waits. @returns its refusal. */
  onDeadline: () => AppError
}

/** Jobs that wait for their time to prepare, or for a slot. */
export class Waiters {
  readonly #options: Options
  readonly #waiters = new Map<QueuedJob, Waiter>()

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Resolves when the job is woken.
   *
   * @throws the refusal of a job that has to yield or whose deadline passes; the signal's reason.
   */
  wait(job: QueuedJob, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(signal.reason)
    if (job.refusal !== null) return Promise.reject(job.refusal)
    const { clock, onDeadline } = this.#options
    return new Promise<void>((resolve, reject) => {
      const settle = (outcome: () => void): void => {
        this.#waiters.delete(job)
        cancelDeadline()
        signal.removeEventListener('abort', abort)
        outcome()
      }
      const abort = () => settle(() => reject(signal.reason))
      const cancelDeadline = clock.after(job.deadlineMs - clock.nowMs(), () => {
        const refusal = onDeadline()
        settle(() => reject(refusal))
      })
      signal.addEventListener('abort', abort, { once: true })
      this.#waiters.set(job, {
        wake: () => settle(resolve),
        refuse: (refusal) => settle(() => reject(refusal)),
      })
    })
  }

  wake(job: QueuedJob): void {
    this.#waiters.get(job)?.wake()
  }

  refuse(job: QueuedJob, refusal: AppError): void {
    this.#waiters.get(job)?.refuse(refusal)
  }
}
