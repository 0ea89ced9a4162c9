import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@vitrine/contracts/errors'
import { ingest, render } from '@vitrine/imaging/direct'
import { type HostileFile, hostileFiles } from '@vitrine/testing/hostile'
import t, { type Test } from '@vitrine/testing/t'
import { smallerWebp } from '../smaller-webp.js'

const limits = { maxPixels: 100_000_000, maxSide: 30_000 }
const refusals = ['UNSUPPORTED_IMAGE', 'IMAGE_TOO_LARGE', 'IMAGE_TOO_COSTLY']

const outcome = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
    return 'a picture'
  } catch (error) {
    return error instanceof AppError ? error.code : `a bug: ${error}`
  }
}

/** Processes the file as an upload and as an original read from the store. */
async function check(t: Test, { name, bytes, code }: HostileFile, directory: string) {
  // Another path each time: libvips may cache the content of one.
  const path = join(directory, randomUUID())
  await writeFile(path, bytes)
  const ingested = await outcome(ingest(path, { directory, limits }))
  t.ok(
    code ? ingested === code : [...refusals, 'a picture'].includes(ingested),
    `${name}: ${ingested}`,
  )
  const rendered = await outcome(render(bytes, smallerWebp(), { limits }))
  t.ok([...refusals, 'a picture'].includes(rendered), `${name}, rendered: ${rendered}`)
}

t.test('every hostile file is processed or rejected', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'hostile-'))
  t.teardown(() => rm(directory, { recursive: true }))
  const hostile = await hostileFiles()
  t.ok(hostile.length >= 450, `${hostile.length} files`)
  for (const file of hostile) await check(t, file, directory)
})
