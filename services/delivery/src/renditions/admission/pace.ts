/** The weight of one job in the average, and the bounds of the average. */
const learningRate = 0.2
const bounds = { least: 0.25, most: 8 }

/** The ratio of actual to estimated duration on this machine, as a moving average. */
export class Pace {
  #factor: number

  constructor(first: number) {
    this.#factor = first
  }

  get factor(): number {
    return this.#factor
  }

  learn({ costMs }: { costMs: number }, tookMs: number): void {
    const learnt = this.#factor + learningRate * (tookMs / costMs - this.#factor)
    this.#factor = Math.min(bounds.most, Math.max(bounds.least, learnt))
  }
}
