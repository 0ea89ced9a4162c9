import { join } from 'node:path'
import { type RunningService, type ServiceName, startService } from '@vitrine/local/services'

type Options = {
  name: ServiceName
  env: Readonly<Record<string, string>>
  logFolder: string
}

/** A service process that can be killed and started again on the same port. */
export async function startRestartable({ name, env, logFolder }: Options) {
  const logFile = join(logFolder, `${name}.log`)
  let port = {}
  const start = () =>
    startService({ name, env: { ...env, ...port }, log: () => undefined, logFile })
  let running: RunningService = await start()
  port = { PORT: new URL(running.url).port }
  return {
    url: () => running.url,
    /** SIGKILL; resolves when the process has ended. */
    kill: async (): Promise<void> => void (await running.stop('SIGKILL')),
    /** After `kill`; resolves when it is healthy. */
    start: async (): Promise<void> => {
      running = await start()
    },
    stop: async (): Promise<void> => void (await running.stop()),
  }
}

export type Restartable = Awaited<ReturnType<typeof startRestartable>>
