export type Clock = {
  /** Monotonic, ms. */
  nowMs(): number
  /** @returns a function that cancels the timer. */
  after(ms: number, run: () => void): () => void
}
