import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@vitrine/errors'
import t from 'tap'
import { ingest, type Plan, parseRendition, plan, render } from '../../src/index.js'
import {
  bombs,
  corruptions,
  type Hostile,
  lies,
  truncations,
  wholeFiles,
} from '../hostile-files.js'

const limits = { maxPixels: 100_000_000 }
const refusals = ['UNSUPPORTED_IMAGE', 'IMAGE_TOO_LARGE']

/** What was planned for the picture that the file claims to be. */
function smallerWebp(): Plan {
  const source = { contentType: 'image/jpeg', width: 40, height: 30 } as const
  const planned = plan(parseRendition({ w: '20', format: 'webp' }, undefined), {
    ...{ ...source, frameCount: 1, hasAlpha: false },
  })
  if (!planned) throw new Error('a smaller picture is no original')
  return planned
}

const outcome = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
    return 'a picture'
  } catch (error) {
    return error instanceof AppError ? error.code : `a bug: ${error}`
  }
}

/** Both ways in: as an upload, and as what is found in the store later. */
async function check(t: Tap, { name, bytes, code }: Hostile, directory: string) {
  const path = join(directory, 'upload')
  await writeFile(path, bytes)
  const ingested = await outcome(ingest(path, { directory, limits }))
  t.ok(
    code ? ingested === code : [...refusals, 'a picture'].includes(ingested),
    `${name}: ${ingested}`,
  )
  const rendered = await outcome(render(bytes, smallerWebp(), { limits }))
  t.ok([...refusals, 'a picture'].includes(rendered), `${name}, rendered: ${rendered}`)
}

type Tap = { ok(value: unknown, name: string): boolean }

t.test('no file does worse than to be refused', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'hostile-'))
  t.teardown(() => rm(directory, { recursive: true }))
  const files = new Map<string, Buffer>()
  for (const [name, make] of wholeFiles) files.set(name, await make())
  const hostile = [
    ...[...files].flatMap(([name, bytes]) => [
      ...truncations(name, bytes),
      ...corruptions(name, bytes, 12),
    ]),
    ...(await lies(files)),
    ...bombs(files.get('PNG') ?? Buffer.alloc(0)),
  ]
  t.ok(hostile.length >= 350, `${hostile.length} files`)
  for (const file of hostile) await check(t, file, directory)
})
