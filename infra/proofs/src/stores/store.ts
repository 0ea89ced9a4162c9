import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort, startProgram, untilReady } from '@vitrine/local/programs'
import { isGoThere } from '../go.js'
import type { StoreProgram } from './catalogue.js'

const bucket = 'vitrine'

/** The settings of a service that uses the store. */
export type StoreSettings = Readonly<Record<string, string>>

/** @throws a sentence that says what to do if Go is not installed, or is for another machine. */
export async function requireGo(): Promise<void> {
  if (await isGoThere()) return
  throw new Error(
    'there is no store to check: name one by S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY and S3_BUCKET in the environment, or install Go (https://go.dev/dl), with which versitygw and MinIO are built',
  )
}

/** Calls `use` with a new store that has its own port, keys, folder and an empty bucket. */
export async function withStore<Result>(
  program: StoreProgram,
  command: string,
  use: (settings: StoreSettings) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-stores-'))
  const dataFolder = join(folder, 'store')
  await mkdir(join(dataFolder, bucket), { recursive: true })
  const port = await findFreePort()
  const endpoint = `http://127.0.0.1:${port}`
  const accessKey = randomBytes(10).toString('hex')
  const secretKey = randomBytes(20).toString('hex')
  const { PATH, HOME } = process.env
  const running = await startProgram(
    {
      name: program.name,
      command,
      args: program.args({ port, dataFolder }),
      env: { PATH, HOME, ...program.env({ accessKey, secretKey }) },
    },
    { logFile: join(folder, `${program.name}.log`) },
  )
  try {
    await untilReady(running, () => answers(endpoint))
    return await use({
      S3_ENDPOINT: endpoint,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
      S3_BUCKET: bucket,
    })
  } finally {
    await running.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** An unsigned request is refused, which shows that the store runs. While it starts, it may answer 503. */
async function answers(endpoint: string): Promise<boolean> {
  try {
    const response = await fetch(endpoint, { signal: AbortSignal.timeout(2000) })
    await response.arrayBuffer()
    return response.status < 500
  } catch {
    return false // It does not listen yet.
  }
}
