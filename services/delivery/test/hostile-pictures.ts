import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@vitrine/contracts/errors'
import { ImageProcesses } from '@vitrine/imaging'
import { hasApt, unpackDebianPackage } from '@vitrine/local/debian'
import { corpora, type HostileFile, hostileFiles } from '@vitrine/testing/hostile'
import type { Test } from 'tap'

/** The hostile files that an upload would accept, one at a time. */
export async function* acceptedPictures(t: Test): AsyncGenerator<HostileFile> {
  const folder = t.testdir({})
  const images = new ImageProcesses({
    processes: 1,
    limits: { maxPixels: 100_000_000, maxSide: 30_000 },
  })
  t.teardown(() => images.close())

  const isAccepted = async (bytes: Buffer): Promise<boolean> => {
    const directory = await mkdtemp(join(folder, 'upload-'))
    const path = join(directory, 'picture')
    try {
      await writeFile(path, bytes)
      await images.ingest(path, directory)
      return true
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    } finally {
      await rm(directory, { recursive: true })
    }
  }

  for await (const file of everyFile(t)) if (await isAccepted(file.bytes)) yield file
}

async function* everyFile(t: Test): AsyncGenerator<HostileFile> {
  yield* await hostileFiles()
  yield* corpora(async (name) => {
    if (hasApt()) return unpackDebianPackage(name, (line) => t.comment(line))
    t.comment(`runs without the files of ${name}: there is no apt`)
    return null
  })
}
