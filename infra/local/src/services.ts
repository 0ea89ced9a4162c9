import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from './ports.js'
import { lastLoggedError } from './process/logged-error.js'
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
  /** Sends the signal (SIGTERM), after 30 s SIGKILL; resolves when the process is gone. */
  stop(signal?: NodeJS.Signals): Promise<Exit>
}

/** For stacks on one machine: all that comes from it is one address to the services. */
export const noRateLimits = {
  CALLS_PER_USER_PER_MINUTE: '0',
  CALLS_PER_ADDRESS_PER_MINUTE: '0',
  ANONYMOUS_CALLS_PER_ADDRESS_PER_MINUTE: '0',
  RATE_LIMIT_PER_KEY: '0',
  RATE_LIMIT_PER_ADDRESS: '0',
  RENDER_LIMIT_PER_ADDRESS: '0',
}

/**
 * Starts `services/<name>/dist/main.js` and waits until `GET /healthz` answers 200. The process
 * ends, at the latest, with this one.
 *
 * @throws with its last lines when it ends before that.
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
    ...serviceEnv(name, options.env),
  }
  const url = `http://${env.HOST}:${env.PORT}`
  const entry = options.entry ?? serviceEntry(name)
  const logFile = options.logFile ?? join(mkdtempSync(join(tmpdir(), 'vitrine-')), `${name}.log`)
  const running = await startProgram(serviceProgram({ name, entry, env }), { logFile })
  await untilReady(running, () => answersOk(`${url}/healthz`))
  log(`${name} runs at ${url}, pid ${running.pid}, log ${logFile}`)
  return { ...running, url }
}

type Env = Readonly<Record<string, string | undefined>>

/** A service logs in to Postgres as itself, where the environment has an address for that. */
export function serviceEnv<Given extends Env>(service: ServiceName, env: Given) {
  const { MANAGEMENT_DATABASE_URL, DELIVERY_DATABASE_URL, ...others } = env
  const url = service === 'delivery' ? DELIVERY_DATABASE_URL : MANAGEMENT_DATABASE_URL
  return { ...others, ...(url && { DATABASE_URL: url }) }
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

type ServingOptions = {
  /** Checks of backends that the environment names: this stack cannot repair those. */
  given?: readonly string[]
  /** How long one of those may fail, ms. */
  longestRefusalMs?: number
}

/**
 * Waits until the service says that it can serve.
 *
 * @throws when the service ends, or when a check of a given backend keeps failing.
 */
export async function untilServing(
  service: RunningProgram,
  url: string,
  { given = [], longestRefusalMs = 60_000 }: ServingOptions = {},
): Promise<void> {
  let failingSinceMs: number | null = null
  await untilReady(service, async () => {
    const { isReady, failing } = await readReadiness(url)
    const refused = failing.filter(({ field }) => given.includes(field))
    if (isReady || refused.length === 0) failingSinceMs = null
    else failingSinceMs ??= performance.now()
    if (failingSinceMs === null || performance.now() - failingSinceMs < longestRefusalMs) {
      return isReady
    }
    const checks = refused.map(({ field, message }) => `its ${field} ${message}`).join(', ')
    const logged = lastLoggedError(service.output())
    throw new Error(
      `${service.name} cannot serve: ${checks}${logged === null ? '' : ` (${logged})`}; see ${settingsOf(refused)} in the environment`,
    )
  })
}

const settings: Readonly<Record<string, string>> = {
  database: 'DATABASE_URL',
  store: 'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY and S3_REGION',
}

const settingsOf = (refused: readonly { field: string }[]): string =>
  refused.map(({ field }) => settings[field] ?? field).join(' and ')

type Readiness = { isReady: boolean; failing: readonly { field: string; message: string }[] }

async function readReadiness(url: string): Promise<Readiness> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) })
    const text = await response.text()
    if (response.ok) return { isReady: true, failing: [] }
    const { details = [] } = JSON.parse(text) as { details?: Readiness['failing'] }
    return { isReady: false, failing: details }
  } catch {
    return { isReady: false, failing: [] } // It does not listen, or not yet.
  }
}

export async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(10_000) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false // It does not listen, or not yet.
  }
}
