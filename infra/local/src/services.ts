import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from './ports.js'
import { lastLoggedError, untilReady } from './process/outcome.js'
import { type Exit, type Program, type RunningProgram, startProgram } from './process/program.js'
import { workspaceRoot } from './workspace.js'

export type { Exit }

export type ServiceName = 'management-api' | 'delivery'

export type ServiceOptions = {
  name: ServiceName
  /** Added to PATH, HOME and TZ. By default `HOST` is 127.0.0.1 and `PORT` a free port. */
  env: Readonly<Record<string, string>>
  /** Receives progress output line by line. */
  log: (line: string) => void
  /** Log file for stdout and stderr; defaults to a file that is removed when this process exits. */
  logFile?: string
  /** Chooses the port if `env` has none. */
  findPort?: () => Promise<number>
  /** Absolute path of a program to run instead of the service. */
  entry?: string
  /** The path of Node's program; left out: that of this process. */
  node?: string
}

export type RunningService = {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  readonly pid: number
  readonly exited: Promise<Exit>
  /** Output on stdout and stderr, up to the last 256 KiB. */
  output(): string
  /** Sends the signal (default SIGTERM), and SIGKILL after 30 s; resolves when the process has exited. */
  stop(signal?: NodeJS.Signals): Promise<Exit>
}

/** For local stacks: all requests come from a single address, which shares one rate limit. */
export const noRateLimits = {
  CALLS_PER_USER_PER_MINUTE: '0',
  CALLS_PER_ADDRESS_PER_MINUTE: '0',
  ANONYMOUS_CALLS_PER_ADDRESS_PER_MINUTE: '0',
  RATE_LIMIT_PER_KEY: '0',
  RATE_LIMIT_PER_ADDRESS: '0',
  RENDER_LIMIT_PER_ADDRESS: '0',
  EVENT_LIMIT_PER_KEY: '0',
  EVENT_LIMIT_PER_ADDRESS: '0',
}

/** Ports that are tried: another process may take a free port before the service listens on it. */
const mostPorts = 5

/**
 * Starts `services/<name>/dist/main.js` and waits until `GET /healthz` returns 200. The process
 * exits no later than this one.
 *
 * @throws an error with its last lines if it exits before that.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { env, findPort = findFreePort } = options
  for (let tries = 1; ; tries += 1) {
    const port = env.PORT ?? String(await findPort())
    const started = await startAt(port, options)
    if (!('failure' in started)) return started
    if (!started.isPortTaken || env.PORT !== undefined || tries === mostPorts) throw started.failure
  }
}

type FailedStart = { failure: unknown; isPortTaken: boolean }

async function startAt(
  port: string,
  options: ServiceOptions,
): Promise<RunningService | FailedStart> {
  const { name, log } = options
  const { PATH, HOME, TZ } = process.env
  const env = { PATH, HOME, TZ, HOST: '127.0.0.1', ...serviceEnv(name, options.env), PORT: port }
  const url = `http://${env.HOST}:${port}`
  const entry = options.entry ?? serviceEntry(name)
  const logFile = options.logFile ?? join(temporaryFolder(), `${name}.log`)
  const running = await startProgram(serviceProgram({ ...options, entry, env }), { logFile })
  try {
    await untilReady(running, () => answersOk(`${url}/healthz`))
  } catch (failure) {
    return { failure, isPortTaken: running.output().includes('EADDRINUSE') }
  }
  log(`${name} runs at ${url}, pid ${running.pid}, log ${logFile}`)
  return { ...running, url }
}

type Env = Readonly<Record<string, string | undefined>>

/** Each service logs in to Postgres with its own role if the environment has URLs for it. */
export function serviceEnv<Given extends Env>(service: ServiceName, env: Given) {
  const { MANAGEMENT_DATABASE_URL, DELIVERY_DATABASE_URL, ...rest } = env
  const { MANAGEMENT_DATABASE_SESSION_URL, DELIVERY_DATABASE_SESSION_URL, ...others } = rest
  const [url, sessionUrl] =
    service === 'delivery'
      ? [DELIVERY_DATABASE_URL, DELIVERY_DATABASE_SESSION_URL]
      : [MANAGEMENT_DATABASE_URL, MANAGEMENT_DATABASE_SESSION_URL]
  return {
    ...others,
    ...(url && { DATABASE_URL: url }),
    ...(sessionUrl && { DATABASE_SESSION_URL: sessionUrl }),
  }
}

export function serviceEntry(name: ServiceName): string {
  return join(workspaceRoot, 'services', name, 'dist/main.js')
}

/**
 * Same as in the container images, which also start without source maps: those take 10 MB and 0.15 s of CPU time of a
 * start. V8's young generation takes up to three times this value, 16 MB by default. The old one grows by half between
 * two collections: V8 would let a service that allocates little grow by a tenth, so that the buffers of every upload
 * led to a collection of the whole heap, 100 of 650 CPU-ms. Garbage can also be collected when idle.
 */
const heapFlags = ['--max-semi-space-size=4', '--heap-growing-percent=50', '--expose-gc']

export function serviceProgram(service: {
  name: string
  entry: string
  /** The path of Node's program; left out: that of this process. */
  node?: string
  /** The complete environment; nothing is inherited. */
  env: Readonly<NodeJS.ProcessEnv>
}): Program {
  return {
    name: service.name,
    command: service.node ?? process.execPath,
    args: [...heapFlags, service.entry],
    // Limits glibc's per-thread arenas, mainly for the image processes, which inherit it.
    // No local router checks readiness before draining, so Ctrl-C stays quick.
    env: { MALLOC_ARENA_MAX: '2', SHUTDOWN_DELAY_SECONDS: '0', ...service.env },
  }
}

type ServingOptions = {
  /** Readiness checks of backends configured in the environment, which this stack cannot restart. */
  given?: readonly string[]
  /** How long such a check may fail, ms. */
  longestRefusalMs?: number
}

/**
 * Waits until the service reports that it is ready.
 *
 * @throws if the service exits, or if a check of an external backend keeps failing.
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

const folders: string[] = []

/** A new folder that is removed when this process exits. */
function temporaryFolder(): string {
  if (folders.length === 0) process.once('exit', removeAll)
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-'))
  folders.push(folder)
  return folder
}

function removeAll(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}
