import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BackendsEnv, startBackends } from '@vitrine/local/backends'
import { findFreePort } from '@vitrine/local/programs'
import { serviceEnv } from '@vitrine/local/services'
import type { Options } from '../options.js'
import type { Context, Result } from '../proof.js'
import { makeBaseImage, readBaseName } from './base-image.js'
import { buildImage, checkImage, checkNothingLeft, type Image, images } from './build.js'
import { checkReadOnly, runJob, startContainer, startTrial } from './container.js'
import { doMainJob } from './main-job.js'
import { createPodman, type Podman, requirePrograms, withWorkingRuntime } from './podman.js'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** The user and the group of each image. */
const imageUser = [1000, 1000] as const

/** Runs one step, which counts as one test. */
export type Step = <Value>(name: string, work: () => Promise<Value>) => Promise<Value>
export type Place = { folder: string; step: Step; signal: AbortSignal }

/** Builds the container images and runs them confined. The first step that fails is the last. */
export async function proveImages(_options: Options, { log, signal }: Context): Promise<Result> {
  await requirePrograms()
  let passed = 0
  const step: Step = async (name, work) => {
    const startMs = performance.now()
    try {
      const result = await work()
      log(`  ok ${((performance.now() - startMs) / 1000).toFixed(1).padStart(7)} s  ${name}`)
      passed += 1
      return result
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`${name}: ${reason}`, { cause: error })
    }
  }
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-images-'))
  try {
    await buildAndTry({ folder, step, signal }, log)
    return { passed, failures: [] }
  } catch (error) {
    return { passed, failures: [error instanceof Error ? error.message : String(error)] }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function buildAndTry(place: Place, log: Context['log']): Promise<void> {
  const { folder, signal } = place
  const plain = await createPodman(folder, signal)
  try {
    const podman = await buildAll(place, plain, Object.values(images), log)
    const dataDir = join(folder, 'backends')
    const backends = await startBackends({ dataDir, log: () => undefined, signal })
    try {
      await tryAll(place, podman, backends.env)
    } finally {
      await backends.stop()
    }
  } finally {
    await plain.close()
  }
}

export async function buildAll(
  { folder, step, signal }: Place,
  plain: Podman,
  wanted: readonly Image[],
  log: Context['log'],
): Promise<Podman> {
  const base = await readBaseName(join(root, images.delivery.dockerfile))
  const image = `docker.io/library/${base}`
  await step(`${base} is made from packages`, () =>
    makeBaseImage(base, { podman: plain, folder, signal }),
  )
  const { podman, runtime } = await withWorkingRuntime(plain, { folder, image, signal })
  log(`  containers are started by ${runtime}`)
  for (const each of wanted) {
    await step(`${each.name} is built`, () => buildImage(each, { podman, root, folder }))
    await step(`${each.name} holds nothing of this machine`, () =>
      checkNothingLeft(each, image, podman),
    )
    const added = await step(`${each.name} is small and says what it is`, () =>
      checkImage(each, image, podman),
    )
    log(`     ${each.name} adds ${added} MB to ${base}`)
  }
  return podman
}

async function tryAll({ folder, step, signal }: Place, podman: Podman, backends: BackendsEnv) {
  const context = { podman, signal }
  const { DATABASE_URL, MANAGEMENT_DATABASE_URL, DELIVERY_DATABASE_URL } = backends
  const databases = { DATABASE_URL, MANAGEMENT_DATABASE_URL, DELIVERY_DATABASE_URL }
  await step('migrate brings the database up to date', () =>
    runJob(images.migrate, databases, context),
  )
  for (const image of [images.delivery, images['management-api'], images.migrate]) {
    await step(`${image.name} refuses to write beside the program`, () =>
      checkReadOnly(image, context),
    )
  }
  const start = async (image: typeof images.delivery | (typeof images)['management-api']) => {
    const env = {
      ...serviceEnv(image.name, backends),
      HOST: '127.0.0.1',
      PORT: String(await findFreePort()),
      PUBLIC_URL: 'http://vitrine.test',
      ...(image.name === 'management-api' && { JWT_SECRET: 'x'.repeat(64) }),
    }
    return step(`${image.name} becomes ready`, () => startContainer(image, env, context))
  }
  const management = await start(images['management-api'])
  const delivery = await start(images.delivery)
  for (const [name, container] of Object.entries({ 'management-api': management, delivery })) {
    await step(`${name} runs as another user, without capabilities`, container.checkConfined)
    await step(`${name} passes its health check`, container.checkHealthy)
  }
  await step('the main job works', () => doMainJob(management.url, delivery.url, signal))
  const vault = join(folder, 'backups')
  await mkdir(vault)
  await chown(vault, ...imageUser)
  for (const command of ['backup --to', 'verify --from', 'drill --from']) {
    await step(`migrate runs vitrine ${command} /backups`, () =>
      runJob(images.migrate, { ...serviceEnv('management-api', backends), DATABASE_URL }, context, {
        command: ['vitrine', ...command.split(' '), '/backups'],
        volumes: [`${vault}:/backups`],
      }),
    )
  }
  await step('delivery ends with 0 after SIGTERM', delivery.stop)
  await step('management-api ends with 0 after SIGTERM', management.stop)
  const trial = await step('try becomes ready by itself', async () =>
    startTrial(context, await findFreePort()),
  )
  await step('try shows its demo', () => showDemo(trial.url, trial.readLog))
  await step('try ends with 0 after SIGTERM', trial.stop)
}

/** Fetches a widget with the key and the slug that the log shows to people. @throws if it is not there. */
async function showDemo(url: string, readLog: () => Promise<string>): Promise<void> {
  const log = await readLog()
  const [, key = '', slug = ''] = /demo key +(\S+) +\(widgets: ([\w-]+)/.exec(log) ?? []
  const { status } = await fetch(`${url}/api/v1/widgets/${slug}?api_key=${key}`)
  if (status !== 200) throw new Error(`the widget "${slug}" is ${status}:\n${log}`)
}
