export type Clock = {
  /** Monotonic, ms. */
  nowMs(): number
  /** @returns cancels it. */
  after(ms: number, run: () => void): () => void
}
