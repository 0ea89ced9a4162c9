import type { AppError } from '@vitrine/errors'

/** A place in the render queue, until `leave`. */
export type Ticket = {
  /**
   * Resolves when it is time to prepare, that is to query the store and fetch the input. This is the
   * expected duration of both before the slot is free, plus a margin.
   *
   * @throws AppError OVERLOADED at the deadline, or if it has to yield to another project; the signal's
   *   reason.
   */
  waitToPrepare(signal: AbortSignal): Promise<void>
  /**
   * Resolves when it gets a slot, which it holds until it leaves.
   *
   * @param memoryBytes the memory that the render needs, now that its input is known.
   * @throws as `waitToPrepare`.
   */
  waitForSlot(signal: AbortSignal, memoryBytes?: number): Promise<void>
  /**
   * Updates the expected time until its input is on disk, ms.
   *
   * @throws AppError OVERLOADED if it can no longer start before its deadline, or has to yield to another
   *   project.
   */
  expectPreparation(prepareMs: number): void
  /** Reports the duration of the render, ms. The queue learns the speed of the machine from it. */
  recordDuration(ms: number): void
  /** Releases the place or the slot. It may be called more than once. */
  leave(): void
}

/** The outcome of trying to enter the queue. */
export type Entry = { ticket: Ticket } | { refusal: AppError }
