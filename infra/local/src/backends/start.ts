import { createHmac } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { givenUrl } from '../../preflight/given-backends.mjs'
import { takeLock } from '../lock.js'
import { ProgramGroup } from '../process/group.js'
import { stopLeftovers } from '../process/pid-file.js'
import { supervise } from '../process/supervise.js'
import {
  createContext,
  type OpenBackend,
  openPostgres,
  openRedis,
  openS3,
  s3Settings,
} from './open.js'
import { removeOutsideHome } from './postgres/home.js'

/** Environment variables for a service or a test suite that uses the backends. */
export type BackendsEnv = ServiceUrls & {
  /** `postgresql://user:password@host:port/database`, as the owner of the tables */
  DATABASE_URL: string
  /** `redis://:password@host:port` */
  REDIS_URL: string
  /** `http://host:port` */
  S3_ENDPOINT: string
  S3_REGION: string
  S3_ACCESS_KEY: string
  S3_SECRET_KEY: string
  S3_BUCKET: string
  /** Signs objects of the bucket. */
  OBJECT_SECRET: string
}

/** Address of a backend, and the process that serves it; `null` if this stack does not run it. */
export type BackendProcess = { readonly url: string; readonly pid: number | null }

export type S3Process = BackendProcess & {
  readonly accessKey: string
  readonly secretKey: string
  readonly bucket: string
}

export type Backends = {
  readonly env: BackendsEnv
  /** Live: `pid` changes when a backend is restarted. */
  readonly processes: {
    readonly postgres: BackendProcess
    readonly redis: BackendProcess
    readonly s3: S3Process
  }
  /** Stops every process started here and keeps the data. Idempotent. */
  stop(): Promise<void>
}

type StartOptions = {
  /** Data folder; created if missing. At most one running instance per folder. */
  dataDir: string
  /** Receives progress output line by line. */
  log: (line: string) => void
  /** Source of addresses, PATH and the preference; defaults to `process.env`. */
  env?: Readonly<NodeJS.ProcessEnv>
  /** Whether Redis keeps its data too, as it has to where events must not be lost; default false. */
  isRedisDurable?: boolean
  /** Milliseconds between a backend's exit and its restart; 0 (default) disables restarts. */
  restartDelayMs?: number
  /** Called after a backend was restarted. */
  onRestart?: () => void
  /** Aborts a start in progress, which then throws. */
  signal?: AbortSignal
}

/**
 * Starts Postgres, Redis and an S3 store on free loopback ports. Each backend comes from the first
 * available source: an address in the environment, a server program on PATH, an embedded server.
 * The database is empty; the bucket exists.
 *
 * @throws a one-sentence error if a backend is unavailable; everything already started is stopped.
 */
export async function startBackends(options: StartOptions): Promise<Backends> {
  mkdirSync(options.dataDir, { recursive: true })
  const dataDir = realpathSync(options.dataDir)
  const releaseLock = takeLock(join(dataDir, 'lock'), `the data folder ${dataDir}`)
  const folders = { logs: join(dataDir, 'logs'), pids: join(dataDir, 'pids') }
  const group = new ProgramGroup(folders)
  const stop = async () => {
    await group.stop()
    releaseLock()
  }
  const abort = () => void group.stop()
  options.signal?.addEventListener('abort', abort)
  try {
    mkdirSync(folders.pids, { recursive: true, mode: 0o700 })
    await stopLeftovers(folders.pids, options.log)
    return await openAll(dataDir, group, options, stop)
  } catch (error) {
    await stop()
    throw error
  } finally {
    options.signal?.removeEventListener('abort', abort)
  }
}

async function openAll(
  dataDir: string,
  group: ProgramGroup,
  options: StartOptions,
  stop: () => Promise<void>,
): Promise<Backends> {
  const { log, env = process.env, restartDelayMs = 0, onRestart = () => undefined } = options
  const context = createContext({ dataDir, group, log, env })
  const run = async (name: string, opening: Promise<OpenBackend>): Promise<BackendProcess> => {
    const { url, start } = await opening
    if (start === null) return { url, pid: null }
    const supervised = await supervise({ name, group, start, restartDelayMs, log, onRestart })
    return {
      url,
      get pid() {
        return supervised.pid
      },
    }
  }
  const settings = await s3Settings(context)
  const [postgres, redis, s3] = await Promise.all([
    run('postgres', openPostgres(context)),
    run('redis', openRedis(context, options.isRedisDurable ?? false)),
    run('s3', openS3(context, settings)),
  ])
  const { accessKey, secretKey, bucket } = settings
  return {
    env: {
      DATABASE_URL: postgres.url,
      ...serviceUrls(env, postgres.url, context.secrets.postgresPassword),
      REDIS_URL: redis.url,
      S3_ENDPOINT: settings.endpoint,
      S3_REGION: settings.region,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
      S3_BUCKET: bucket,
      OBJECT_SECRET: env.OBJECT_SECRET || context.secrets.objectSecret,
    },
    processes: {
      postgres,
      redis,
      s3: {
        url: s3.url,
        accessKey,
        secretKey,
        bucket,
        get pid() {
          return s3.pid
        },
      },
    },
    stop,
  }
}

/** Deletes a data folder and its files stored elsewhere; the backends must be stopped. */
export async function deleteData(dataDir: string, log: (line: string) => void): Promise<void> {
  const pids = join(dataDir, 'pids')
  mkdirSync(pids, { recursive: true })
  await stopLeftovers(pids, log)
  removeOutsideHome(realpathSync(dataDir))
  rmSync(dataDir, { recursive: true, force: true })
}

/** The URLs the services log in with. The migrations create their roles. */
type ServiceUrls = { MANAGEMENT_DATABASE_URL: string; DELIVERY_DATABASE_URL: string }

/**
 * URLs from the environment, or the owner's URL with a role for each service. The role's password
 * is derived from the owner's, so that every stack on a server computes the same one.
 *
 * @param fallback a secret to use if the owner has no password.
 */
function serviceUrls(
  env: Readonly<NodeJS.ProcessEnv>,
  ownerUrl: string,
  fallback: string,
): ServiceUrls {
  const urlOf = (variable: keyof ServiceUrls, suffix: string): string => {
    const given = givenUrl(env, variable)
    if (given !== null) return given
    const url = new URL(ownerUrl)
    // `vitrine_management` itself is the group role of this one.
    url.username = `${url.username}_${suffix}_login`
    url.password = createHmac('sha256', url.password || fallback)
      .update(suffix)
      .digest('hex')
    return url.href
  }
  return {
    MANAGEMENT_DATABASE_URL: urlOf('MANAGEMENT_DATABASE_URL', 'management'),
    DELIVERY_DATABASE_URL: urlOf('DELIVERY_DATABASE_URL', 'delivery'),
  }
}
