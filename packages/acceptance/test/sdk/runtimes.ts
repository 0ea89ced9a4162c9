import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { arch, platform } from 'node:process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A runtime for programs of the SDK: its name, and its arguments before the program's. */
export type Runtime = { name: string; binary: string; args: readonly string[] }

const cache = new URL('../../../../node_modules/.cache/vitrine/runtimes/', import.meta.url).pathname

/**
 * @param version of Node, such as `22.21.1`.
 * @throws a one-sentence error on a platform without a binary.
 */
export async function findNode(version: string): Promise<Runtime> {
  const binary = await fetchPackage(`node-${platform}-${arch}@${version}`, 'bin/node')
  return { name: `node ${version}`, binary, args: [] }
}

/** @throws a one-sentence error on a platform without a binary. */
export async function findBun(): Promise<Runtime> {
  const machine = `${platform}-${arch === 'arm64' ? 'aarch64' : arch}`
  const binary = await fetchPackage(`@oven/bun-${machine}@1.4.5`, 'bin/bun')
  return { name: 'bun', binary, args: ['run'] }
}

/**
 * @param permitted what the program may do, such as `read`: a call beyond it fails.
 * @throws a one-sentence error on a platform without a binary.
 */
export async function findDeno(permitted: readonly string[]): Promise<Runtime> {
  const libc = platform === 'linux' ? '-glibc' : ''
  const binary = await fetchPackage(`@deno/${platform}-${arch}${libc}@2.9.6`, 'deno')
  const permissions = permitted.map((one) => `--allow-${one}`)
  // Modules come from node_modules alone.
  const args = ['run', '--no-prompt', '--node-modules-dir=manual', '--cached-only', '--no-config']
  return { name: 'deno', binary, args: [...args, ...permissions] }
}

/**
 * A file of a package of the npm registry, unpacked once per clone. The runtimes take 500 MB, so they are no
 * dependencies, which `npm test` would install.
 */
async function fetchPackage(spec: string, file: string): Promise<string> {
  const folder = join(cache, spec.replaceAll('/', '+'))
  const binary = join(folder, 'package', file)
  if (existsSync(binary)) return binary
  await mkdir(cache, { recursive: true })
  const unpacked = await mkdtemp(join(cache, 'unpacked-'))
  try {
    await run('npm', ['pack', spec, '--silent', '--pack-destination', unpacked])
    const [archive = ''] = await readdir(unpacked)
    await run('tar', ['-xzf', join(unpacked, archive), '-C', unpacked])
    await rm(join(unpacked, archive))
    await rename(unpacked, folder)
  } catch (error) {
    await rm(unpacked, { recursive: true, force: true })
    throw new Error(`${spec} cannot be fetched from the npm registry for this machine`, {
      cause: error,
    })
  }
  return binary
}
