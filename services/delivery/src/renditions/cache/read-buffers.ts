import { ownPages } from './pages.js'

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
