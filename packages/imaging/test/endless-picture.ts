import { execFile } from 'node:child_process'
import { constants, promises as fs } from 'node:fs'
import { promisify } from 'node:util'
import { until } from '@vitrine/testing'

type TestContext = { teardown(work: () => unknown): void }

/**
 * A named pipe: a process that opens it as an image waits for the first byte forever, in native code that
 * cannot be interrupted.
 */
export async function createEndlessPicture(t: TestContext, path: string) {
  await promisify(execFile)('mkfifo', [path])
  let writer: fs.FileHandle | undefined
  t.teardown(() => writer?.close())

  /** Fails as long as no process has opened it for reading. */
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
    /** Resolves when a process is reading it. */
    begun: async (): Promise<void> => {
      const opened = await until(openForWriting)
      await writer?.close()
      writer = opened
    },
    /** Sends these bytes to the reader of the pipe, and to the next process that opens the path. */
    finish: async (bytes = Buffer.alloc(0)): Promise<void> => {
      // libvips opens a file more than once.
      await replace(bytes)
      await writer?.write(bytes)
      await writer?.close()
      writer = undefined
    },
    /** Replaces the pipe by a file with these bytes. */
    replace,
  }
}
