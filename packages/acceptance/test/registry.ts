import { execFile, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from '@vitrine/local/programs'
import { until } from '@vitrine/testing'
import type { Test } from 'tap'

const run = promisify(execFile)

/**
 * Starts Verdaccio on loopback. It has the packages of Vitrine, and gets all others from the registry of this machine.
 * `.npmrc` in the folder makes npm use it.
 */
export async function startRegistry(t: Pick<Test, 'teardown'>, folder: string): Promise<void> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}/`
  const { stdout: uplink } = await run('npm', ['config', 'get', 'registry'])
  const configuration = {
    storage: join(folder, 'storage'),
    uplinks: { npm: { url: uplink.trim() } },
    packages: {
      '@vitrine/*': { access: '$all', publish: '$all' },
      '**': { access: '$all', proxy: 'npm' },
    },
    log: { type: 'stdout', level: 'error' },
  }
  const file = join(folder, 'verdaccio.yaml')
  await writeFile(file, JSON.stringify(configuration))
  const program = createRequire(import.meta.url).resolve('verdaccio/bin/verdaccio')
  const server = spawn(
    process.execPath,
    [program, '--config', file, '--listen', `127.0.0.1:${port}`],
    { stdio: 'ignore' },
  )
  t.teardown(() => server.kill())
  await until(async () => (await fetch(`${url}-/ping`).catch(() => null))?.ok === true)
  // npm publishes nothing without a token, whatever it is.
  await writeFile(
    join(folder, '.npmrc'),
    `registry=${url}\n${url.slice('http:'.length)}:_authToken=anyone\n`,
  )
}
