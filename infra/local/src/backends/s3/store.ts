import { extname, join } from 'node:path'
import type { GivenS3 } from '../../../preflight/given-backends.mjs'
import type { ProgramGroup } from '../../process/group.js'
import { untilReady } from '../../process/outcome.js'
import type { RunningProgram } from '../../process/program.js'

export type S3Settings = GivenS3

type StoreOptions = { folder: string; port: number; settings: S3Settings; group: ProgramGroup }

/** Starts the object store and waits until it answers; its bucket exists then. */
export async function startS3({
  folder,
  port,
  settings,
  group,
}: StoreOptions): Promise<RunningProgram> {
  const store = await group.start({
    name: 's3',
    command: process.execPath,
    // The same loader and file extension as here: it also runs from the sources, under tests.
    args: [
      ...process.execArgv.filter((argument) => argument.startsWith('--import=')),
      join(import.meta.dirname, `server${extname(import.meta.filename)}`),
    ],
    env: {
      PATH: process.env.PATH,
      S3_FOLDER: folder,
      S3_PORT: String(port),
      S3_ACCESS_KEY: settings.accessKey,
      S3_SECRET_KEY: settings.secretKey,
      S3_BUCKET: settings.bucket,
    },
  })
  await untilReady(store, () => answers(settings.endpoint))
  return store
}

/** Any answer will do: without a signature it is a refusal. */
async function answers(endpoint: string): Promise<boolean> {
  try {
    await (await fetch(endpoint, { signal: AbortSignal.timeout(10_000) })).arrayBuffer()
    return true
  } catch {
    return false // It does not listen yet.
  }
}
