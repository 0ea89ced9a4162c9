import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Compose, interpolate, readCompose, secrets } from '@vitrine/checks/compose'
import { png } from '@vitrine/testing'
import { createCaller } from '@vitrine/testing/http'
import { installWithGo, isGoThere } from '../go.js'
import { images } from '../images/build.js'
import { doMainJob } from '../images/main-job.js'
import { createPodman, type Podman, requirePrograms } from '../images/podman.js'
import { buildAll, type Place, type Step } from '../images/prove.js'
import type { Options } from '../options.js'
import type { Context, NotRun, Result } from '../proof.js'
import { createAdminClient } from '../stack/admin-client.js'
import { createTenant } from '../stack/tenants.js'
import { catalogue } from '../stores/catalogue.js'
import { addressOf, bringUp, runJob } from './project.js'
import { makeStandIns } from './stand-ins.js'

const restartSeconds = 120

const root = fileURLToPath(new URL('../../../../', import.meta.url))

const caddy = {
  name: 'caddy',
  module: 'github.com/caddyserver/caddy/v2/cmd/caddy@v2.11.4',
  binary: 'caddy',
}

/** As the comment of the service `varnish` in compose.yaml says. */
const env: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    secrets.map((name) => [name, `${name.toLowerCase().replace(/_/g, '-')}-${'x'.repeat(32)}`]),
  ),
  PUBLIC_URL: 'http://vitrine.test',
  CDN_PURGE: 'varnish',
  CDN_PURGE_URL: 'http://varnish:8080',
  CDN_PURGE_TOKEN: 'purge-token',
  ROUTER_TRUSTED_PROXIES: 'private_ranges',
}

/** Starts what infra/compose.yaml describes, with the profile varnish, and does the main job through its router and its cache. */
export async function proveCompose(
  _options: Options,
  { log, signal }: Context,
): Promise<Result | NotRun> {
  if (!(await isGoThere())) {
    return {
      notRun: 'Go is not installed (https://go.dev/dl); Caddy and versitygw are built with it',
    }
  }
  await requirePrograms()
  const [versitygw] = catalogue
  if (versitygw === undefined) throw new Error('the catalogue of stores is empty')
  const programs = [
    await installWithGo(caddy, 'tools', log),
    await installWithGo(versitygw, 'stores', log),
  ]
  let passed = 0
  const step: Step = async (name, work) => {
    try {
      const result = await work()
      log(`  ok ${name}`)
      passed += 1
      return result
    } catch (error) {
      throw new Error(`${name}: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      })
    }
  }
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-compose-'))
  const plain = await createPodman(folder, signal)
  try {
    const place = { folder, step, signal }
    const { delivery, 'management-api': managementApi, migrate } = images
    const podman = await buildAll(place, plain, [delivery, managementApi, migrate], log)
    await tryCompose(podman, programs, place, log)
    return { passed, failures: [] }
  } catch (error) {
    return { passed, failures: [error instanceof Error ? error.message : String(error)] }
  } finally {
    await plain.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** @param podman has the images of the services and of Debian. @param programs paths of Caddy and versitygw. */
export async function tryCompose(
  podman: Podman,
  programs: readonly string[],
  { folder, step, signal }: Place,
  log: Context['log'],
): Promise<void> {
  const compose = await withoutMinio()
  const foreign = Object.values(compose.services).flatMap(({ image, build }) =>
    image === undefined || build !== undefined ? [] : [interpolate(image, env)],
  )
  await step(`stand-ins are made for ${foreign.join(', ')}`, () =>
    makeStandIns(programs, foreign, { podman, folder }),
  )
  const instances = await step('all services start in their order and become healthy', () =>
    bringUp(compose, env, { podman, root, signal }),
  )
  log(`     ${instances.map(({ name }) => name).join(', ')}`)
  const router = `http://${await addressOf('router-1', 'front', podman)}:8080`
  const varnish = `http://${await addressOf('varnish-1', 'front', podman)}:8080`
  await step('the main job works through the router', () => doMainJob(router, router, signal))
  await step('the main job works through Varnish', () => doMainJob(varnish, varnish, signal))
  await step('Varnish keeps a picture, and has dropped it when its deletion is acknowledged', () =>
    checkPurge(varnish, signal),
  )
  for (const command of ['backup --to', 'verify --from', 'drill --from']) {
    await step(`vitrine ${command} /backups works`, () =>
      runJob(compose, 'backup', ['vitrine', ...command.split(' '), '/backups'], {
        podman,
        root,
        env,
      }),
    )
  }
  await step('the router reaches neither Postgres nor the store', async () => {
    for (const host of ['postgres', 's3']) {
      const { exitCode } = await podman.attempt('exec', 'router-1', 'getent', 'hosts', host)
      if (exitCode === 0) throw new Error(`it finds ${host}`)
    }
  })
  await step('no request fails while each replica of delivery is replaced', () =>
    replaceReplicas(
      router,
      instances.filter(({ service }) => service === 'delivery').map(({ name }) => name),
      podman,
      signal,
    ),
  )
  for (const { name } of instances.filter(({ service }) =>
    /^(delivery|management-api)$/.test(service),
  )) {
    await step(`${name} ends with 0`, async () => {
      await podman('stop', name)
      const code = (await podman('inspect', '--format={{.State.ExitCode}}', name)).trim()
      if (code !== '0') throw new Error(`it ended with ${code}`)
    })
  }
}

async function withoutMinio(): Promise<Compose> {
  const compose = await readCompose()
  const { minio: _, ...services } = compose.services
  return { ...compose, services }
}

/** @throws unless the second answer comes from the cache, and none after the deletion. */
async function checkPurge(url: string, signal: AbortSignal): Promise<void> {
  const admin = createAdminClient(() => [url], signal)
  const caller = createCaller({ timeoutMs: 15_000 })
  const project = await createTenant(admin)
  const file = await png({ width: 8, height: 8 })
  const { id } = await admin.upload(project, `${project.path}/assets`, file)
  const path = `/api/v1/deliver/${project.projectId}/${id}?w=4&format=webp`
  const fetchPicture = async () => {
    const { status, headers } = await caller.send(url, { path })
    return { status, isKept: String(headers['x-varnish']).includes(' ') }
  }
  const first = await fetchPicture()
  const second = await fetchPicture()
  await admin.delete(project, `${project.path}/assets/${id}`)
  const third = await fetchPicture()
  admin.close()
  caller.close()
  const found = [first, second, third].map(
    ({ status, isKept }) => `${status}${isKept ? ' kept' : ''}`,
  )
  if (found.join(', ') !== '200, 200 kept, 404') throw new Error(found.join(', '))
}

/** Restarts each replica in turn while a client asks on one connection. @throws with the first answer that is not 200. */
async function replaceReplicas(
  url: string,
  replicas: readonly string[],
  podman: Podman,
  signal: AbortSignal,
): Promise<void> {
  const admin = createAdminClient(() => [url], signal)
  const { key, slug } = await createTenant(admin)
  admin.close()
  const caller = createCaller({ timeoutMs: 15_000 })
  let isDone = false
  const ask = async () => {
    let count = 0
    for (; !isDone; count += 1) {
      const { status } = await caller.send(url, { path: `/api/v1/widgets/${slug}?api_key=${key}` })
      if (status !== 200) throw new Error(`request ${count + 1} is ${status}`)
    }
    return count
  }
  const replace = async () => {
    for (const name of replicas) {
      await podman('restart', name)
      const until = AbortSignal.any([signal, AbortSignal.timeout(restartSeconds * 1000)])
      for (;;) {
        until.throwIfAborted()
        if ((await podman.attempt('healthcheck', 'run', name)).exitCode === 0) break
      }
    }
  }
  try {
    await Promise.all([
      ask(),
      replace().finally(() => {
        isDone = true
      }),
    ])
  } finally {
    caller.close()
  }
}
