import { mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { StackOptions } from '../preflight/command-line.mjs'
import type { Progress } from '../preflight/progress.mjs'
import { checkGivenStore } from './backends/s3/store.js'
import { type Backends, deleteData, startBackends } from './backends/start.js'
import { createCodes } from './demo-site/codes.js'
import { createDemoSite } from './demo-site/site.js'
import { takeLock } from './lock.js'
import { type CaughtMails, catchMails } from './mail-catcher.js'
import { createPortBook } from './ports.js'
import { ProgramGroup } from './process/group.js'
import { stopLeftovers } from './process/pid-file.js'
import { listen } from './router/listen.js'
import type { Upstreams } from './router/proxy.js'
import { createRouter } from './router/router.js'
import { type Demo, findDemo, type StackFile, writeStackFile } from './stack-file.js'
import {
  type Context,
  type Entries,
  makeLoginLink,
  migrate,
  seed,
  startServices,
} from './stack-programs.js'

type StackSettings = {
  /** Contains all data, logs and `stack.json`. */
  folder: string
  options: StackOptions
  entries: Entries
  progress: Progress
  /** Aborts a start in progress, which then throws. */
  signal: AbortSignal
}

export type Stack = {
  /** The current state; a pid changes when a process is restarted. */
  describe(): StackFile
  /** Makes a link that signs in to the demo once; null if there is no demo, or it could not be made. */
  makeLoginLink(): Promise<string | null>
  stop(): Promise<void>
}

/**
 * Starts the backends, services, router and demo.
 *
 * @throws a one-sentence error if a part fails to start; everything already started is stopped.
 */
export async function startStack(settings: StackSettings): Promise<Stack> {
  mkdirSync(settings.folder, { recursive: true })
  const folder = realpathSync(settings.folder)
  const stops: (() => unknown)[] = [takeLock(join(folder, 'lock'), `the local stack in ${folder}`)]
  const stop = async () => {
    // In reverse order, so that services drain while their backends are still running.
    for (let part = stops.pop(); part !== undefined; part = stops.pop()) await part()
  }
  try {
    return { ...(await startParts({ ...settings, folder }, stops)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startParts(
  settings: StackSettings,
  stops: (() => unknown)[],
): Promise<Omit<Stack, 'stop'>> {
  const { folder, options, progress } = settings
  const stackFile = join(folder, 'stack.json')
  if (options.reset) await progress.step('Deleting old data', () => deleteAll(folder, progress))
  rmSync(stackFile, { force: true })

  const shown: Shown = { upstreams: { 'management-api': [], delivery: [] }, demo: null, site: null }
  const base = await openRouter(options.port, shown, stops)
  let isReady = false
  const onRestart = () => {
    if (isReady) writeStackFile(stackFile, describe())
  }
  const { backends, mails, context } = await startBase({ ...settings, base, onRestart }, stops)
  await progress.step('Applying migrations', () => migrate(context))
  const services = await progress.step('Starting the services', () => {
    const { replicas, restartDelayMs } = options
    return startServices({ ...context, replicas, restartDelayMs, log: progress.line, onRestart })
  })
  shown.upstreams = services.upstreams
  await openDemo(context, progress, shown, stops)

  const describe = () => ({
    base,
    site: shown.site,
    mails: mails.folder,
    ...services.processes(),
    ...backends.processes,
    demo: shown.demo,
  })
  stops.push(() => {
    isReady = false
    rmSync(stackFile, { force: true })
  })
  isReady = true
  writeStackFile(stackFile, describe())
  return { describe, makeLoginLink: () => loginLink(context, shown.demo, progress.line) }
}

/** The settings of the router. It listens first, so that a port in use is reported at once. */
type Shown = { upstreams: Upstreams; demo: Demo | null; site: string | null }

/** @returns the address that all links begin with. */
async function openRouter(
  wantedPort: number,
  shown: Shown,
  stops: (() => unknown)[],
): Promise<string> {
  const view = {
    upstreams: () => shown.upstreams,
    demo: () => shown.demo,
    site: () => shown.site,
  }
  const { port, close } = await listen(createRouter(view), wantedPort)
  stops.push(close)
  return `http://localhost:${port}`
}

type BaseSettings = StackSettings & { base: string; onRestart: () => void }

/** Starts the parts below the services, and collects what the programs on them need. */
async function startBase(settings: BaseSettings, stops: (() => unknown)[]) {
  const { folder, options, entries, progress, signal, base, onRestart } = settings
  const log = progress.line
  const { restartDelayMs } = options
  const dataDir = join(folder, 'backends')
  const backends = await progress.step('Starting the backends', () =>
    startBackends({ dataDir, log, restartDelayMs, onRestart, signal, isRedisDurable: true }),
  )
  stops.push(() => backends.stop())

  const mails = await openMails(folder, log, stops)
  const group = await openGroup(folder, log)
  stops.push(() => group.stop())
  signal.addEventListener('abort', () => void group.stop())
  signal.throwIfAborted()

  await checkGivenStore(backends)
  const context: Context = {
    folder,
    group,
    entries,
    backends: backends.env,
    base,
    demoFile: join(folder, 'demo.json'),
    smtpUrl: mails.smtpUrl,
    given: givenChecks(backends),
  }
  return { backends, mails, context }
}

/** Completes the demo and opens its site. Without a demo the stack still runs. */
async function openDemo(
  context: Context,
  progress: Progress,
  shown: Shown,
  stops: (() => unknown)[],
): Promise<void> {
  const { folder, base, demoFile } = context
  let uploads: string | null = null
  const showUploads = (far: string) => {
    uploads = far
  }
  const failure = await progress.step(
    'Seeding the demo',
    () => seed(context, progress.line, showUploads),
    () => uploads,
  )
  if (failure !== null) progress.line(`the demo is incomplete: ${failure}`)
  const demo = findDemo(demoFile)
  shown.demo = demo
  shown.site = demo && (await openDemoSite({ folder, base, demo }, stops))
}

async function loginLink(
  context: Context,
  demo: Demo | null,
  log: (line: string) => void,
): Promise<string | null> {
  if (demo === null) return null
  try {
    return await makeLoginLink(context, demo.email)
  } catch (error) {
    log(`there is no link to the demo: ${error instanceof Error ? error.message : error}`)
    return null
  }
}

/** The services' names for the backends configured in the environment. */
function givenChecks({ processes: { postgres, s3 } }: Backends): string[] {
  return [...(postgres.pid === null ? ['database'] : []), ...(s3.pid === null ? ['store'] : [])]
}

/** Reuses its previous port, because a service that is still draining may have a mail to send. */
async function openMails(
  folder: string,
  log: (line: string) => void,
  stops: (() => unknown)[],
): Promise<CaughtMails> {
  const port = await createPortBook(join(folder, 'ports.json'))('mail')
  const mails = await catchMails({ folder, port, log })
  stops.push(mails.close)
  return mails
}

/** On a separate port, which makes it a separate origin. */
async function openDemoSite(
  { folder, base, demo }: { folder: string; base: string; demo: Demo },
  stops: (() => unknown)[],
): Promise<string> {
  const port = await createPortBook(join(folder, 'ports.json'))('demo-site')
  const readCodes = createCodes(base, demo)
  const { close } = await listen(createDemoSite({ base, readCodes }), port)
  stops.push(close)
  return `http://127.0.0.1:${port}`
}

async function openGroup(folder: string, log: (line: string) => void): Promise<ProgramGroup> {
  const folders = { logs: join(folder, 'logs'), pids: join(folder, 'pids') }
  rmSync(folders.logs, { recursive: true, force: true })
  mkdirSync(folders.pids, { recursive: true })
  await stopLeftovers(folders.pids, log)
  return new ProgramGroup(folders)
}

/** Deletes everything except the lock, which this process holds. */
async function deleteAll(folder: string, { line }: Progress): Promise<void> {
  await deleteData(join(folder, 'backends'), line)
  for (const name of readdirSync(folder)) {
    if (name !== 'lock') rmSync(join(folder, name), { recursive: true, force: true })
  }
}
