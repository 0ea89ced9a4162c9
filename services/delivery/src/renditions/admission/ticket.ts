import type { AppError } from '@vitrine/errors'

/** A place in the render queue, until `leave`. */
export type Ticket = {
  /**
   * Resolves when it is time to prepare, that is to look into the store and to fetch the input: as long
   * before its slot as that is expected to take, and a little more.
   *
   * @throws AppError OVERLOADED at the deadline, or when it has to yield to another project; the
   *   signal's reason.
   */
  waitToPrepare(signal: AbortSignal): Promise<void>
  /**
   * Resolves when it gets a slot, which it holds until it leaves.
   *
   * @param memoryBytes what the render takes, now that its input is known.
   * @throws as `waitToPrepare`.
   */
  waitForSlot(signal: AbortSignal, memoryBytes?: number): Promise<void>
  /**
   * Reports how long it will be until its input is on disk, ms.
   *
   * @throws AppError OVERLOADED if it cannot be expected to begin before its deadline any more, or has
   *   to yield to another project.
   */
  expectPreparation(prepareMs: number): void
  /** Reports how long the render took, from which the queue learns the speed of the machine, ms. */
  recordDuration(ms: number): void
  /** Gives up the place or the slot. It may be called more than once. */
  leave(): void
}

/** The answer to a job that wants to enter the queue. */
export type Entry = { ticket: Ticket } | { refusal: AppError }
