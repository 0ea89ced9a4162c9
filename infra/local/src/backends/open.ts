import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { givenS3, givenUrl } from '../../preflight/given-backends.mjs'
import { createPortBook, type PortBook } from '../ports.js'
import type { ProgramGroup } from '../process/group.js'
import type { RunningProgram } from '../process/program.js'
import { readOrCreateSecrets } from '../secrets.js'
import { serverAccount } from './postgres/account.js'
import { databaseName, openCluster, superuser } from './postgres/cluster.js'
import { type Distribution, embeddedPostgres, installedPostgres } from './postgres/distribution.js'
import { openHome } from './postgres/home.js'
import { startPostgres } from './postgres/server.js'
import { embeddedRedis, installedRedis } from './redis/distribution.js'
import { startRedis } from './redis/server.js'
import { type S3Settings, startS3 } from './s3/store.js'

/** An address and the function that starts its server; null if this stack does not run it. */
export type OpenBackend = { url: string; start: (() => Promise<RunningProgram>) | null }

type BackendsContext = ReturnType<typeof createContext>

const secretNames = [
  'postgresPassword',
  'redisPassword',
  's3AccessKey',
  's3SecretKey',
  'objectSecret',
] as const

/** Context shared by the backends of one data folder. */
export function createContext(parts: {
  dataDir: string
  group: ProgramGroup
  log: (line: string) => void
  env: Readonly<NodeJS.ProcessEnv>
}) {
  const { dataDir } = parts
  return {
    ...parts,
    secrets: readOrCreateSecrets(join(dataDir, 'secrets.json'), secretNames),
    port: createPortBook(join(dataDir, 'ports.json')) satisfies PortBook,
  }
}

export async function openPostgres(context: BackendsContext): Promise<OpenBackend> {
  const account = serverAccount()
  const selection = selectBackend({
    given: givenUrl(context.env, 'DATABASE_URL'),
    findInstalled: () => installedPostgres(context.env, account),
    preference: context.env.VITRINE_BACKENDS,
  })
  if (selection.kind === 'given') return { url: selection.given, start: null }
  const home = openHome(context.dataDir, account, context.log)
  const distribution: Distribution =
    selection.kind === 'installed' ? selection.program : embeddedPostgres(home, account)
  context.log(`Postgres ${distribution.major} (${distribution.origin})`)
  const { group } = context
  const password = context.secrets.postgresPassword
  const cluster = await openCluster({ home, distribution, account, password, group })
  const port = await context.port('postgres')
  return {
    url: `postgresql://${superuser}:${password}@127.0.0.1:${port}/${databaseName}`,
    start: () => startPostgres({ cluster, port, distribution, account, group }),
  }
}

export async function openRedis(
  context: BackendsContext,
  isDurable: boolean,
): Promise<OpenBackend> {
  const selection = selectBackend({
    given: givenUrl(context.env, 'REDIS_URL'),
    findInstalled: () => installedRedis(context.env),
    preference: context.env.VITRINE_BACKENDS,
  })
  if (selection.kind === 'given') return { url: selection.given, start: null }
  const distribution =
    selection.kind === 'installed'
      ? selection.program
      : await embeddedRedis(context.group, context.log)
  context.log(`Redis (${distribution.origin})`)
  const folder = madeFolder(context.dataDir, 'redis')
  const port = await context.port('redis')
  const password = context.secrets.redisPassword
  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    start: () =>
      startRedis({ folder, port, password, isDurable, distribution, group: context.group }),
  }
}

/** Credentials from the environment, or those of the embedded store. */
export async function s3Settings(
  context: BackendsContext,
): Promise<S3Settings & { port: number | null }> {
  const given = givenS3(context.env)
  if (given !== null) return { ...given, port: null }
  const port = await context.port('s3')
  return {
    port,
    endpoint: `http://127.0.0.1:${port}`,
    accessKey: context.secrets.s3AccessKey.slice(0, 20),
    secretKey: context.secrets.s3SecretKey,
    bucket: 'vitrine',
    region: 'us-east-1',
  }
}

export async function openS3(
  context: BackendsContext,
  { port, ...settings }: S3Settings & { port: number | null },
): Promise<OpenBackend> {
  if (port === null) return { url: settings.endpoint, start: null }
  context.log('S3 store (built in)')
  const folder = madeFolder(context.dataDir, 's3')
  return {
    url: settings.endpoint,
    start: () => startS3({ folder, port, settings, group: context.group }),
  }
}

function madeFolder(dataDir: string, name: string): string {
  const folder = join(dataDir, name)
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
  return folder
}

/** Source of a backend; the first available one is used. */
type Selection<Given, Installed> =
  | { kind: 'given'; given: Given }
  | { kind: 'installed'; program: Installed }
  | { kind: 'embedded' }

type Candidates<Given, Installed> = {
  given: Given | null
  /** Searches PATH for a usable server program. */
  findInstalled: () => Installed | null
  /** `VITRINE_BACKENDS`: `embedded` ignores installed programs. */
  preference: string | undefined
}

export function selectBackend<Given, Installed>(
  candidates: Candidates<Given, Installed>,
): Selection<Given, Installed> {
  const { given, preference } = candidates
  if (given !== null) return { kind: 'given', given }
  if (preference !== undefined && preference !== '' && preference !== 'embedded') {
    throw new Error(`VITRINE_BACKENDS is "${preference}"; it may be "embedded" or unset`)
  }
  const program = preference === 'embedded' ? null : candidates.findInstalled()
  return program === null ? { kind: 'embedded' } : { kind: 'installed', program }
}
