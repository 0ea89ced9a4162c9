import { execFile } from 'node:child_process'
import { constants, promises as fs } from 'node:fs'
import { promisify } from 'node:util'
import { until } from '@vitrine/testing'

type TestContext = { teardown(work: () => unknown): void }

/**
 * A named pipe: a process that opens it as a picture waits for its first byte without end, in native
 * code that nothing interrupts.
 */
export async function createEndlessPicture(t: TestContext, path: string) {
  await promisify(execFile)('mkfifo', [path])
  let writer: fs.FileHandle | undefined
  t.teardown(() => writer?.close())

  /** Refused as long as nobody has opened it for reading. */
  const openForWriting = async (): Promise<fs.FileHandle | false> => {
    try {
      return await fs.open(path, constants.O_WRONLY | constants.O_NONBLOCK)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENXIO') return false
      throw error
    }
  }

  const replace = async (bytes: Buffer): Promise<void> => {
    await fs.rm(path)
    await fs.writeFile(path, bytes)
  }

  return {
    path,
    /** Resolves when a process is in the middle of it. */
    begun: async (): Promise<void> => {
      const opened = await until(openForWriting)
      await writer?.close()
      writer = opened
    },
    /** Ends it with these bytes: a reader of the pipe gets them, and so does the next that opens the path. */
    finish: async (bytes = Buffer.alloc(0)): Promise<void> => {
      // libvips opens a file more than once.
      await replace(bytes)
      await writer?.write(bytes)
      await writer?.close()
      writer = undefined
    },
    /** The next to open it finds this instead. */
    replace,
  }
}
