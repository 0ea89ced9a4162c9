/** Reads a stream of chunks byte by byte, holding one chunk at a time. */
export class ByteCursor {
  readonly #chunks: AsyncIterator<Uint8Array>
  #chunk: Uint8Array = new Uint8Array()
  #offset = 0

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** undefined beyond the end. */
  async next(): Promise<number | undefined> {
    while (this.#offset >= this.#chunk.length) if (!(await this.#advance())) return undefined
    return this.#chunk[this.#offset++]
  }

  /** Moves past the next occurrence of the byte. Returns false if there is none. */
  async skipPast(byte: number): Promise<boolean> {
    for (;;) {
      const found = this.#chunk.indexOf(byte, this.#offset)
      if (found >= 0) {
        this.#offset = found + 1
        return true
      }
      this.#offset = Math.max(this.#offset, this.#chunk.length)
      if (!(await this.#advance())) return false
    }
  }

  /** May move beyond the end. */
  skip(count: number): void {
    this.#offset += count
  }

  /** Releases the stream, even before its end. */
  async close(): Promise<void> {
    await this.#chunks.return?.()
  }

  async #advance(): Promise<boolean> {
    const { value, done } = await this.#chunks.next()
    if (done) return false
    this.#offset -= this.#chunk.length
    this.#chunk = value
    return true
  }
}
