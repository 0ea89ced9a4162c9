import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  findFreePort,
  type RunningProgram,
  startProgram,
  untilReady,
} from '@vitrine/local/programs'
import type { StoreProgram } from './catalogue.js'
import type { OpenStore, Store, StoreSettings } from './store.js'

const bucket = 'vitrine'

/** Starts a store that was built here, with its own port and keys. */
export const ownStore =
  (program: StoreProgram, binary: string): OpenStore =>
  async (folder): Promise<Store> => {
    const dataFolder = join(folder, 'store')
    await mkdir(join(dataFolder, bucket), { recursive: true })
    const port = await findFreePort()
    const accessKey = randomBytes(10).toString('hex')
    const secretKey = randomBytes(20).toString('hex')
    const settings: StoreSettings = {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
      S3_BUCKET: bucket,
    }
    let running: RunningProgram
    const start = async (): Promise<void> => {
      const { PATH, HOME } = process.env
      running = await startProgram(
        {
          name: program.name,
          command: binary,
          args: program.args({ port, dataFolder }),
          env: { PATH, HOME, ...program.env({ accessKey, secretKey }) },
        },
        { logFile: join(folder, `${program.name}.log`) },
      )
      await untilReady(running, () => answers(settings.S3_ENDPOINT))
    }
    await start()
    return {
      name: program.title,
      settings,
      control: { start, kill: async () => void (await running.stop('SIGKILL')) },
      [Symbol.asyncDispose]: async () => void (await running.stop()),
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
