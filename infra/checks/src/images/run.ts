import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BackendsEnv, startBackends } from '@vitrine/local/backends'
import { findFreePort } from '@vitrine/local/programs'
import { serviceEnv } from '@vitrine/local/services'
import { makeBaseImage, readBaseName } from './base-image.js'
import { buildImage, checkNothingLeft, images } from './build.js'
import { checkReadOnly, runJob, startContainer } from './container.js'
import { checkMainJob } from './main-job.js'
import { createPodman, type Podman, withWorkingRuntime } from './podman.js'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const log = (line: string) => void process.stdout.write(`${line}\n`)
const interruption = new AbortController()
const { signal } = interruption
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => interruption.abort(new Error(`interrupted by ${name}`)))
}
process.on('disconnect', () => interruption.abort(new Error('interrupted: the parent has ended')))
process.channel?.unref()

/** @throws the step's error, prefixed with its name. */
async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const startMs = performance.now()
  try {
    const result = await work()
    log(`ok ${((performance.now() - startMs) / 1000).toFixed(1).padStart(7)} s  ${name}`)
    return result
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${name}: ${reason}`, { cause: error })
  }
}

async function buildAll(folder: string, plain: Podman): Promise<Podman> {
  const base = await readBaseName(join(root, images.delivery.dockerfile))
  const image = `docker.io/library/${base}`
  await step(`${base} is made from packages`, () =>
    makeBaseImage(base, { podman: plain, folder, signal }),
  )
  const { podman, runtime } = await withWorkingRuntime(plain, { folder, image, signal })
  log(`   containers are started by ${runtime}`)
  for (const each of Object.values(images)) {
    await step(`${each.name} is built`, () => buildImage(each, { podman, root, folder }))
    await step(`${each.name} holds nothing of this machine`, () =>
      checkNothingLeft(each, image, podman),
    )
  }
  return podman
}

async function tryAll(podman: Podman, backends: BackendsEnv): Promise<void> {
  const context = { podman, signal }
  const { DATABASE_URL, MANAGEMENT_DATABASE_URL, DELIVERY_DATABASE_URL } = backends
  const databases = { DATABASE_URL, MANAGEMENT_DATABASE_URL, DELIVERY_DATABASE_URL }
  await step('migrate brings the database up to date', () =>
    runJob(images.migrate, databases, context),
  )
  for (const image of Object.values(images)) {
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
    await step(`${name} runs as user 1000, without capabilities`, container.checkConfined)
    await step(`${name} passes its health check`, container.checkHealthy)
  }
  await step('the main job works', () =>
    checkMainJob({ management: management.url, delivery: delivery.url, root }),
  )
  await step('delivery ends with 0 after SIGTERM', delivery.stop)
  await step('management-api ends with 0 after SIGTERM', management.stop)
}

async function main(folder: string): Promise<void> {
  const plain = await createPodman(folder, signal)
  try {
    const podman = await buildAll(folder, plain)
    const dataDir = join(folder, 'backends')
    const backends = await startBackends({ dataDir, log: () => undefined, signal })
    try {
      await tryAll(podman, backends.env)
    } finally {
      await backends.stop()
    }
  } finally {
    await plain.close()
  }
}

const folder = await mkdtemp(join(tmpdir(), 'vitrine-images-'))
try {
  await main(folder)
} catch (error) {
  process.stderr.write(`npm run images: ${error instanceof Error ? error.message : error}\n`)
  process.exitCode = signal.aborted ? 130 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
