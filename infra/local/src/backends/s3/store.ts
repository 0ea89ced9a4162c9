import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { GivenS3 } from '../../../preflight/given-backends.mjs'
import type { ProgramGroup } from '../../process/group.js'
import { untilReady } from '../../process/outcome.js'
import type { RunningProgram } from '../../process/program.js'

export type S3Settings = GivenS3

type StoreOptions = { folder: string; port: number; settings: S3Settings; group: ProgramGroup }

/**
 * Starts the object store and waits until it answers. Its bucket exists.
 *
 * @throws if the folder has the objects of an older version, which had a folder for the bucket.
 */
export async function startS3({
  folder,
  port,
  settings,
  group,
}: StoreOptions): Promise<RunningProgram> {
  if (existsSync(join(folder, settings.bucket))) {
    throw new Error(
      `${folder} was written by an older Vitrine; \`npm start -- --reset\` starts with empty data`,
    )
  }
  const store = await group.start({
    name: 's3',
    command: process.execPath,
    args: [fileURLToPath(import.meta.resolve('#s3-server'))],
    env: {
      PATH: process.env.PATH,
      S3_FOLDER: folder,
      S3_PORT: String(port),
      S3_ACCESS_KEY: settings.accessKey,
      S3_SECRET_KEY: settings.secretKey,
      S3_BUCKET: settings.bucket,
      S3_REGION: settings.region,
    },
  })
  await untilReady(store, () => answers(settings.endpoint))
  return store
}

/** Any response counts: an unsigned request is rejected. */
async function answers(endpoint: string): Promise<boolean> {
  try {
    await (await fetch(endpoint, { signal: AbortSignal.timeout(10_000) })).arrayBuffer()
    return true
  } catch {
    return false // It does not listen yet.
  }
}
