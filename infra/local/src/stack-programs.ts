import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { BackendsEnv } from './backends/start.js'
import { createPortBook } from './ports.js'
import type { ProgramGroup } from './process/group.js'
import type { Program } from './process/program.js'
import { supervise } from './process/supervise.js'
import type { Upstream, Upstreams } from './router/proxy.js'
import { readOrCreateSecrets } from './secrets.js'
import {
  noRateLimits,
  type ServiceName,
  serviceEntry,
  serviceEnv,
  serviceProgram,
  untilServing,
} from './services.js'
import type { ServiceProcess } from './stack-file.js'
import { workspaceRoot } from './workspace.js'

/** Absolute paths of the programs' JavaScript files. */
export type Entries = Record<ServiceName | 'migrate' | 'seed' | 'login-code', string>

export const builtEntries: Entries = {
  'management-api': serviceEntry('management-api'),
  delivery: serviceEntry('delivery'),
  migrate: join(workspaceRoot, 'prisma/dist/migrate.js'),
  seed: join(workspaceRoot, 'prisma/dist/seed/main.js'),
  'login-code': join(workspaceRoot, 'prisma/dist/login-code.js'),
}

/** The settings of the migration, the seed and the services. */
export type Context = {
  folder: string
  group: ProgramGroup
  entries: Entries
  backends: BackendsEnv
  /** Readiness checks of the services whose backends are configured in the environment. */
  given: readonly string[]
  smtpUrl: string
  base: string
  demoFile: string
}

/** @throws a one-sentence error with the migrations' reason. */
export async function migrate(context: Context): Promise<void> {
  try {
    await context.group.run(databaseProgram(context, 'migrate'))
  } catch (error) {
    if (!context.given.includes('database')) throw error
    throw new Error(`the database that DATABASE_URL names cannot be used: ${messageOf(error)}`)
  }
}

/**
 * Completes the demo.
 *
 * @param note receives messages for the user.
 * @param showUploads receives how far the uploads are, such as "3 of 12".
 * @returns why it could not be completed; null on success.
 */
export async function seed(
  context: Context,
  note: (line: string) => void,
  showUploads: (far: string) => void,
): Promise<string | null> {
  const prefix = 'note: '
  try {
    await context.group.run(databaseProgram(context, 'seed'), (line) => {
      if (line.startsWith(prefix)) note(line.slice(prefix.length))
      const [, far] = /^uploaded .* \((\d+ of \d+)\)$/.exec(line) ?? []
      if (far !== undefined) showUploads(`${far} pictures`)
    })
    return null
  } catch (error) {
    // Stopped by the user, not failed.
    if (context.group.isStopped) throw error
    return messageOf(error)
  }
}

/**
 * Makes a link that logs in to an account once, within ten minutes. The database gets the hash of its code.
 *
 * @throws a one-sentence error with the reason.
 */
export async function makeLoginLink(context: Context, email: string): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  const { env, ...program } = databaseProgram(context, 'login-code')
  const codeHash = createHash('sha256').update(code).digest('hex')
  await context.group.run({
    ...program,
    env: { ...env, VITRINE_LOGIN_EMAIL: email, VITRINE_LOGIN_CODE_SHA256: codeHash },
  })
  return `${context.base}/console/sign-in#demo=${code}`
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

const databaseProgram = (context: Context, name: 'migrate' | 'seed' | 'login-code'): Program => ({
  name,
  command: process.execPath,
  args: ['--enable-source-maps', context.entries[name]],
  env: {
    ...inheritedEnv(),
    ...context.backends,
    VITRINE_URL: context.base,
    VITRINE_DEMO_FILE: context.demoFile,
  },
})

type ServicesOptions = Context & {
  replicas: number
  restartDelayMs: number
  log: (line: string) => void
  onRestart: () => void
}

export type Services = {
  upstreams: Upstreams
  /** The running processes; a pid changes when a process is restarted. */
  processes: () => { management: ServiceProcess; delivery: ServiceProcess[] }
}

/** Starts both services and waits until every process is ready. */
export async function startServices(options: ServicesOptions): Promise<Services> {
  const port = createPortBook(join(options.folder, 'ports.json'))
  const { jwtSecret } = readOrCreateSecrets(join(options.folder, 'secrets.json'), ['jwtSecret'])
  const shared = {
    // All visitors of a local stack share one address, so rate limits are off unless configured.
    ...noRateLimits,
    ...inheritedEnv(),
    ...options.backends,
    HOST: '127.0.0.1',
    PUBLIC_URL: options.base,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
    // The router sets the client's address.
    TRUSTED_PROXIES: 'loopback',
  }
  const start = async (service: ServiceName, name: string, extra: Record<string, string> = {}) => {
    const number = await port(name)
    const env = { ...serviceEnv(service, shared), ...extra, PORT: String(number) }
    return startSupervised(options, { name, service, url: `http://127.0.0.1:${number}`, env })
  }
  const names = Array.from({ length: options.replicas }, (_, index) => `delivery-${index + 1}`)
  const [management, ...delivery] = await Promise.all([
    start('management-api', 'management-api', {
      JWT_SECRET: jwtSecret,
      SMTP_URL: options.smtpUrl,
      DEMO_LOGIN: '1',
    }),
    ...names.map((name) => start('delivery', name)),
  ])
  return {
    upstreams: { 'management-api': [management], delivery },
    processes: () => ({
      management: { url: management.url, pid: management.pid },
      delivery: delivery.map(({ url, pid }) => ({ url, pid })),
    }),
  }
}

type Instance = { name: string; service: ServiceName; url: string; env: NodeJS.ProcessEnv }

async function startSupervised(
  options: ServicesOptions,
  { name, service, url, env }: Instance,
): Promise<Upstream & ServiceProcess> {
  const { group, restartDelayMs, log, onRestart, entries } = options
  const supervised = await supervise({
    name,
    group,
    restartDelayMs,
    log,
    onRestart,
    async start() {
      const running = await group.start(serviceProgram({ name, entry: entries[service], env }))
      await untilServing(running, url, { given: options.given })
      return running
    },
  })
  return {
    name,
    url,
    get pid() {
      return supervised.pid
    },
  }
}

/** Removes the variables that npm adds to a script's environment. */
function inheritedEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm|pnpm)_/i.test(name)),
  )
}
