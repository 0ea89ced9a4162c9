import { join } from 'node:path'
import type { BackendsEnv } from '@vitrine/local/backends'
import { describeExit, describeOutput } from '@vitrine/local/programs'
import {
  type Exit,
  type RunningService,
  type ServiceName,
  serviceEnv,
  startService,
} from '@vitrine/local/services'
import { createFaultProxy, type FaultProxy } from '@vitrine/testing/fault-proxy'

type MemberOptions = {
  /** `delivery-0` */
  name: string
  service: ServiceName
  /** All settings except the addresses of the backends. */
  settings: Readonly<Record<string, string>>
  backends: BackendsEnv
  logFolder: string
}

/** The links of one process, one to each backend. */
export type Links = { postgres: FaultProxy; redis: FaultProxy; store: FaultProxy }

/** One process of the stack, with links of its own. It can be stopped, killed and started. */
export async function createMember(options: MemberOptions) {
  const { name, service, settings, backends, logFolder } = options
  const { DATABASE_URL, REDIS_URL, S3_ENDPOINT } = serviceEnv(service, backends)
  const [postgres, redis, store] = await Promise.all([
    openLink(DATABASE_URL),
    openLink(REDIS_URL),
    openLink(S3_ENDPOINT),
  ])
  const links: Links = { postgres: postgres.proxy, redis: redis.proxy, store: store.proxy }
  const env = {
    ...serviceEnv(service, settings),
    DATABASE_URL: postgres.address,
    REDIS_URL: redis.address,
    S3_ENDPOINT: store.address,
  }
  /** When it was not running, ms. */
  const downtimes: { fromMs: number; toMs: number }[] = []
  let exit: Exit | null = null
  const start = async (): Promise<RunningService> => {
    exit = null
    const logFile = join(logFolder, `${name}.log`)
    const started = await startService({ name: service, env, log: () => undefined, logFile })
    void started.exited.then((how) => {
      exit = how
    })
    return started
  }
  const closeLinks = () => Promise.all(Object.values(links).map((link) => link.close()))
  let running: RunningService = await start().catch(async (error: unknown) => {
    await closeLinks()
    throw error
  })

  const goDown = () => downtimes.push({ fromMs: performance.now(), toMs: Number.POSITIVE_INFINITY })

  return {
    name,
    links,
    /** Another one after each start. */
    url: () => running.url,
    /** Whether its process runs, and the last error that it logged. */
    describe: (): string =>
      `${exit === null ? 'it runs' : `it ended with ${describeExit(exit)}`}; ${describeOutput(running.output())}`,
    /** SIGSTOP: the process stands still while its clock runs on. */
    pause: (): void => void process.kill(running.pid, 'SIGSTOP'),
    resume: (): void => void process.kill(running.pid, 'SIGCONT'),
    /** SIGKILL: it sends nothing more and releases nothing. */
    kill: async (): Promise<void> => {
      goDown()
      await running.stop('SIGKILL')
    },
    /** SIGTERM: it drains. */
    end: async (): Promise<void> => {
      goDown()
      await running.stop()
    },
    /** After `kill` or `end`; resolves when it is healthy. */
    start: async (): Promise<void> => {
      running = await start()
      const downtime = downtimes.at(-1)
      if (downtime) downtime.toMs = performance.now()
    },
    /** Whether it was not running at some time in this interval. */
    wasDown: (fromMs: number, toMs: number): boolean =>
      downtimes.some((downtime) => downtime.fromMs <= toMs && fromMs <= downtime.toMs),
    dispose: async (): Promise<void> => {
      await running.stop('SIGKILL')
      await closeLinks()
    },
  }
}

export type Member = Awaited<ReturnType<typeof createMember>>

/** @returns a proxy to a backend, and the address that leads through it. */
async function openLink(backend: string) {
  const url = new URL(backend)
  const proxy = await createFaultProxy({ target: { host: url.hostname, port: Number(url.port) } })
  url.host = `127.0.0.1:${proxy.port}`
  // An address without a path must not get one: the path is part of S3 signatures.
  return { proxy, address: url.href.replace(/\/$/, '') }
}
