/**
 * A zeroed buffer on dedicated memory pages, which return to the system when the buffer is collected.
 * malloc would retain pages that also hold longer-lived data: 32 MB after a flood.
 */
export function ownPages(sizeBytes: number): Buffer<ArrayBuffer> {
  // V8 maps the memory of a resizable ArrayBuffer separately.
  return Buffer.from(new ArrayBuffer(sizeBytes, { maxByteLength: sizeBytes }))
}

/** How much of a file is read at a time, bytes. */
const bufferBytes = 64 * 1024
/** Spare buffers: at most 4 MB, enough for this many files sent at the same time. */
const maxSpare = 64

/** Reuses the buffers that files are read into. Allocating one per file costs more than reading it. */
export function createReadBuffers() {
  let spare: Buffer[] = []

  return {
    /** Lends a buffer to `work` until its promise settles. */
    use: async <Result>(work: (buffer: Buffer) => Promise<Result>): Promise<Result> => {
      const buffer = spare.pop() ?? ownPages(bufferBytes)
      try {
        return await work(buffer)
      } finally {
        if (spare.length < maxSpare) spare.push(buffer)
      }
    },
    release: (): void => {
      spare = []
    },
  }
}

export type ReadBuffers = ReturnType<typeof createReadBuffers>
