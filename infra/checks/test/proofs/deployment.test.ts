import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '@vitrine/local/programs'
import { backendSettings } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { interpolate, readCompose, secrets } from '../../src/compose.js'
import { deploy, type Running } from '../fixtures/deployment.js'
import { read, root } from '../fixtures/workspace.js'

/** A service's environment from compose.yaml, with the backends of this run. */
async function environment(
  name: 'delivery' | 'management-api' | 'migrate',
): Promise<Record<string, string>> {
  const addresses: Record<string, string> = backendSettings(name === 'migrate' ? undefined : name)
  const values = Object.fromEntries(secrets.map((secret) => [secret, 'x'.repeat(64)]))
  const declared = (await readCompose()).services[name]?.environment ?? {}
  return Object.fromEntries(
    Object.entries(declared).map(([key, value]) => [
      key,
      addresses[key] ?? interpolate(value, values),
    ]),
  )
}

/** Resolves when the address returns 200, within ten minutes and while the service is running. */
async function answersOk(url: string, running: Running): Promise<void> {
  const deadline = AbortSignal.timeout(600_000)
  const ended = running.exit.then(({ code, signal }) => {
    throw new Error(`it ended with ${code ?? signal}:\n${running.output()}`)
  })
  const answered = async () => {
    while (!(await isOk(url))) {
      if (deadline.aborted) throw new Error(`no 200 from ${url}:\n${running.output()}`)
      await pause(50)
    }
  }
  await Promise.race([ended, answered()])
}

async function isOk(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}

for (const name of ['delivery', 'management-api'] as const) {
  t.test(
    `the contents of the image of ${name} run with the environment of compose.yaml`,
    async (t) => {
      const { folder, start } = await deploy(t, `@vitrine/${name}`)
      const probePort = await findFreePort()
      const running = start(join(folder, 'dist/main.js'), {
        ...(await environment(name)),
        HOST: '127.0.0.1',
        PORT: '0',
        PROBE_PORT: String(probePort),
        SHUTDOWN_DELAY_SECONDS: '0',
      })
      for (const path of ['healthz', 'readyz', 'metrics']) {
        await answersOk(`http://127.0.0.1:${probePort}/${path}`, running)
      }
      running.stop()
      t.strictSame(await running.exit, { code: 0, signal: null }, running.output())
    },
  )
}

t.test('the contents of the migrations image migrate a database', async (t) => {
  const { folder, start } = await deploy(t, '@vitrine/prisma')
  const running = start(join(folder, 'dist/migrate.js'), await environment('migrate'))
  t.strictSame(await running.exit, { code: 0, signal: null }, running.output())
  t.match(running.output(), /up to date|applied/)
})

t.test('only listed files are deployed, so files written by tests do not interfere', async (t) => {
  const folders = (await readdir(join(root, 'packages'))).map((name) => `packages/${name}`)
  const deployed = [...folders, 'services/delivery', 'services/management-api', 'prisma']
  for (const folder of deployed) {
    if (['packages/testing', 'packages/acceptance'].includes(folder)) continue
    const { files } = JSON.parse(await read(`${folder}/package.json`)) as { files?: string[] }
    t.ok(files?.includes('dist'), folder)
  }
})

t.test('a deployed folder contains no sources, tests or development tools', async (t) => {
  const { folder } = await deploy(t, '@vitrine/management-api')
  const entries = await readdir(folder)
  t.strictSame(entries.sort(), ['dist', 'node_modules', 'package.json'])
  const vendors = await readdir(join(folder, 'node_modules/.pnpm'))
  t.strictSame(
    vendors.filter((name) => /^(typescript|tap|tsx|prisma|turbo|@biomejs\+biome)@/.test(name)),
    [],
  )
})
