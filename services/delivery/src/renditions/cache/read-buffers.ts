import { ownPages } from './pages.js'

/** As much as a file is read of at a time, bytes. */
const bufferBytes = 64 * 1024
/** 4 MB lie ready at most, for so many files on their way at the same time. */
const maxSpare = 64

/**
 * What files are read into on their way to clients. Each serves one after the other: new ones would cost
 * more than reading, and be garbage.
 */
export function createBuffers() {
  let spare: Buffer[] = []

  return {
    /** One that is the caller's until the work is done. */
    use: async <Result>(work: (buffer: Buffer) => Promise<Result>): Promise<Result> => {
      const buffer = spare.pop() ?? ownPages(bufferBytes)
      try {
        return await work(buffer)
      } finally {
        if (spare.length < maxSpare) spare.push(buffer)
      }
    },
    giveBack: (): void => {
      spare = []
    },
  }
}

export type Buffers = ReturnType<typeof createBuffers>
