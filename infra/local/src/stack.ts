import { mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { StackOptions } from '../preflight/command-line.mjs'
import type { Progress } from '../preflight/progress.mjs'
import { checkGivenStore } from './backends/s3/given-store.js'
import { deleteData, startBackends } from './backends/start.js'
import { createCodes, type ReadCodes, type WidgetCodes } from './demo-site/codes.js'
import { createDemoSite } from './demo-site/site.js'
import { homePage } from './home/home-page.js'
import { takeLock } from './lock.js'
import { catchMails } from './mail-catcher.js'
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
  const { folder, options, entries, progress, signal } = settings
  const { host, replicas, restartDelayMs } = options
  const log = progress.line
  const stackFile = join(folder, 'stack.json')
  if (options.reset) await progress.step('Deleting old data', () => deleteAll(folder, log))
  rmSync(stackFile, { force: true })

  // The router listens first, so that a port in use is reported at once.
  let upstreams: Upstreams = { 'management-api': [], delivery: [] }
  let demo: Demo | null = null
  let site: string | null = null
  let readExamples: ReadCodes | null = null
  const home = async () => homePage(base, await examplesOf(readExamples))
  const view = { upstreams: () => upstreams, home, site: () => site }
  const router = await listen(createRouter(view), options.port, host)
  stops.push(router.close)
  const base = `http://localhost:${router.port}`

  let isReady = false
  const onRestart = () => {
    if (isReady) writeStackFile(stackFile, describe())
  }
  const dataDir = join(folder, 'backends')
  const backends = await progress.step('Starting the backends', () =>
    startBackends({ dataDir, log, restartDelayMs, onRestart, signal, isRedisDurable: true }),
  )
  stops.push(() => backends.stop())
  // It reuses its previous port, because a service that is still draining may have a mail to send.
  const mails = await catchMails({ folder, port: await portOf(folder, 'mail'), log })
  stops.push(mails.close)
  const group = await openGroup(folder, log)
  stops.push(() => group.stop())
  signal.addEventListener('abort', () => void group.stop())
  signal.throwIfAborted()
  await checkGivenStore(backends)

  const { postgres, s3 } = backends.processes
  const context: Context = {
    folder,
    group,
    entries,
    backends: backends.env,
    base,
    demoFile: join(folder, 'demo.json'),
    smtpUrl: mails.smtpUrl,
    given: [...(postgres.pid === null ? ['database'] : []), ...(s3.pid === null ? ['store'] : [])],
  }
  await progress.step('Applying migrations', () => migrate(context))
  const services = await progress.step('Starting the services', () =>
    startServices({ ...context, replicas, restartDelayMs, log, onRestart }),
  )
  upstreams = services.upstreams

  let uploads: string | null = null
  const failure = await progress.step(
    'Seeding the demo',
    () =>
      seed(context, log, (far) => {
        uploads = far
      }),
    () => uploads,
  )
  // Without a demo the stack still runs.
  if (failure !== null) log(`the demo is incomplete: ${failure}`)
  demo = findDemo(context.demoFile)
  if (demo !== null) {
    readExamples = createCodes(base, demo)
    const readCodes = createCodes(base, demo, '60rem')
    // A port of its own makes it another origin.
    const port = await portOf(folder, 'demo-site')
    const { close } = await listen(createDemoSite({ base, readCodes }), port, host)
    stops.push(close)
    site = `http://127.0.0.1:${port}`
  }

  const describe = () => ({
    base,
    site,
    mails: mails.folder,
    ...services.processes(),
    ...backends.processes,
    demo,
  })
  stops.push(() => {
    isReady = false
    rmSync(stackFile, { force: true })
  })
  isReady = true
  writeStackFile(stackFile, describe())
  return {
    describe,
    makeLoginLink: async () => {
      if (demo === null) return null
      try {
        return await makeLoginLink(context, demo.email)
      } catch (error) {
        log(`there is no link to the demo: ${error instanceof Error ? error.message : error}`)
        return null
      }
    },
  }
}

/** @returns the demo's widgets, or a sentence that says why there are none. */
async function examplesOf(read: ReadCodes | null): Promise<readonly WidgetCodes[] | string> {
  if (read === null) return 'The demo is not there yet. Reload this page in a moment.'
  try {
    return await read('en')
  } catch (error) {
    return `The demo could not be read: ${error instanceof Error ? error.message : error}.`
  }
}

const portOf = (folder: string, name: string): Promise<number> =>
  createPortBook(join(folder, 'ports.json'))(name)

async function openGroup(folder: string, log: (line: string) => void): Promise<ProgramGroup> {
  const folders = { logs: join(folder, 'logs'), pids: join(folder, 'pids') }
  rmSync(folders.logs, { recursive: true, force: true })
  mkdirSync(folders.pids, { recursive: true })
  await stopLeftovers(folders.pids, log)
  return new ProgramGroup(folders)
}

/** Deletes everything except the lock, which this process holds. */
async function deleteAll(folder: string, log: (line: string) => void): Promise<void> {
  await deleteData(join(folder, 'backends'), log)
  for (const name of readdirSync(folder)) {
    if (name !== 'lock') rmSync(join(folder, name), { recursive: true, force: true })
  }
}
