import { join } from 'node:path'
import { findFreePort } from '@vitrine/local/programs'
import {
  answersOk,
  type RunningService,
  type ServiceName,
  serviceEnv,
  startService,
} from '@vitrine/local/services'
import { until } from '@vitrine/testing'
import type { Release } from './release.js'

/** Two processes of a service run, a third one while one is replaced. Its address is in a fourth place after the next replacement. */
const running = 2
const places = 4
/** For the routers to see that a process is about to end. */
const shutdownDelaySeconds = '3'
const readyLimitMs = 300_000

type Place = { port: number; process: RunningService | null }

type Options = {
  service: ServiceName
  settings: Readonly<Record<string, string>>
  logFolder: string
}

/** The processes of one service, at addresses that the routers know from the start. */
export async function createSlots({ service, settings, logFolder }: Options) {
  const list: Place[] = []
  while (list.length < places) list.push({ port: await findFreePort(), process: null })

  const start = async (place: Place, release: Release): Promise<void> => {
    const port = String(place.port)
    const env = serviceEnv(service, {
      ...settings,
      PORT: port,
      SHUTDOWN_DELAY_SECONDS: shutdownDelaySeconds,
    })
    const logFile = join(logFolder, `${service}-${port}.log`)
    const entry = release.entry(service)
    const started = await startService({ name: service, env, entry, log: () => undefined, logFile })
    place.process = started
    const limit = AbortSignal.timeout(readyLimitMs)
    await until(() => {
      limit.throwIfAborted()
      return answersOk(`${started.url}/readyz`)
    })
  }

  return {
    ports: list.map(({ port }) => port),
    /** Starts the first processes. */
    open: async (release: Release): Promise<void> => {
      await Promise.all(list.slice(0, running).map((place) => start(place, release)))
    },
    /** Replaces one process after the other: the new one is ready before the old one gets SIGTERM. */
    replace: async (release: Release): Promise<void> => {
      const old = list.filter(({ process }) => process !== null)
      const free = list.filter(({ process }) => process === null)
      for (const [index, place] of old.entries()) {
        const next = free[index]
        if (next === undefined) throw new Error(`${service} has no place for another process`)
        await start(next, release)
        const exit = await place.process?.stop()
        place.process = null
        if (exit?.code !== 0) throw new Error(`${service} did not end with 0 after SIGTERM`)
      }
    },
    close: async (): Promise<void> => {
      await Promise.all(list.map(({ process }) => process?.stop('SIGKILL')))
    },
  }
}

export type Slots = Awaited<ReturnType<typeof createSlots>>
