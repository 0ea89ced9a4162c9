import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from './ports.js'
import { untilReady } from './process/outcome.js'
import { type Exit, type Program, type RunningProgram, startProgram } from './process/program.js'
import { workspaceRoot } from './workspace.js'

export type { Exit }

export type ServiceName = 'management-api' | 'delivery'

export type ServiceOptions = {
  name: ServiceName
  /** Added to PATH, HOME and TZ; `HOST` is 127.0.0.1 and `PORT` a free one unless given here. */
  env: Readonly<Record<string, string>>
  /** Takes one line of progress at a time. */
  log: (line: string) => void
  /** Gets stdout and stderr; a file in the temporary folder when left out. */
  logFile?: string
  /** Absolute path of another program to run in the service's place. */
  entry?: string
}

export type RunningService = {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  readonly pid: number
  readonly exited: Promise<Exit>
  /** What it has written to stdout and stderr, the last 256 KiB. */
  output(): string
  /** Sends the signal (SIGTERM), after 10 s SIGKILL; resolves when the process is gone. */
  stop(signal?: NodeJS.Signals): Promise<Exit>
}

/** Of delivery, where all that comes from this machine is one address to it. */
export const noRateLimits = {
  RATE_LIMIT_PER_KEY: '0',
  RATE_LIMIT_PER_ADDRESS: '0',
  RENDER_LIMIT_PER_ADDRESS: '0',
}

/**
 * Starts `services/<name>/dist/main.js` and waits until `GET /healthz` answers 200. The process
 * ends, at the latest, with this one.
 *
 * @throws with its last lines when it exits or is not healthy within 30 s.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { name, log } = options
  const { PATH, HOME, TZ } = process.env
  const env = {
    PATH,
    HOME,
    TZ,
    HOST: '127.0.0.1',
    PORT: String(await findFreePort()),
    ...options.env,
  }
  const url = `http://${env.HOST}:${env.PORT}`
  const entry = options.entry ?? serviceEntry(name)
  const logFile = options.logFile ?? join(mkdtempSync(join(tmpdir(), 'vitrine-')), `${name}.log`)
  const running = await startProgram(serviceProgram({ name, entry, env }), { logFile })
  await untilReady(running, () => answersOk(`${url}/healthz`), 30)
  log(`${name} runs at ${url}, pid ${running.pid}, log ${logFile}`)
  return { ...running, url }
}

export function serviceEntry(name: ServiceName): string {
  return join(workspaceRoot, 'services', name, 'dist/main.js')
}

/**
 * As in the container images: V8's young generation takes up to three times this, 16 by default, MB; and
 * garbage can be collected when there is nothing else to do.
 */
const heapFlags = ['--max-semi-space-size=4', '--expose-gc']

export function serviceProgram(service: {
  name: string
  entry: string
  /** The whole environment; nothing is inherited. */
  env: Readonly<NodeJS.ProcessEnv>
}): Program {
  return {
    name: service.name,
    command: process.execPath,
    args: ['--enable-source-maps', ...heapFlags, service.entry],
    // glibc keeps what each thread has freed, in the image processes above all, which inherit it.
    // No router on this machine watches readiness: Ctrl-C stays quick.
    env: { MALLOC_ARENA_MAX: '2', SHUTDOWN_DELAY_SECONDS: '0', ...service.env },
  }
}

/** @throws with the service's last lines when it exits or cannot serve within 60 s. */
export function untilServing(service: RunningProgram, url: string): Promise<void> {
  return untilReady(service, () => answersOk(`${url}/readyz`), 60)
}

export async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false // It does not listen, or not yet.
  }
}
