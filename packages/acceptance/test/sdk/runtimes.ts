import { createRequire } from 'node:module'
import { arch, platform } from 'node:process'

/** What runs a program of the SDK: its name, and its arguments before the program's. */
export type Runtime = { name: string; binary: string; args: readonly string[] }

type Source = { name: string; native: string; file: string; args: readonly string[] }

const bun: Source = {
  name: 'bun',
  native: `@oven/bun-${platform}-${arch === 'arm64' ? 'aarch64' : arch}`,
  file: 'bin/bun',
  args: ['run'],
}
const deno: Source = {
  name: 'deno',
  native: `@deno/${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}`,
  file: 'deno',
  // What an application would permit, so that a call beyond it fails. Modules come from node_modules alone.
  args: ['run', '--no-prompt', '--node-modules-dir=manual', '--cached-only', '--no-config'],
}

/**
 * Bun and Deno from the packages of this platform. Their install scripts, which would link the binaries, do not
 * run here.
 *
 * @throws a one-sentence error on a platform without a binary.
 */
export const findBun = (): Runtime => find(bun)
export const findDeno = (permitted: readonly string[]): Runtime => {
  const { args, ...runtime } = find(deno)
  return { ...runtime, args: [...args, ...permitted.map((one) => `--allow-${one}`)] }
}

function find({ name, native, file, args }: Source): Runtime {
  const packaged = createRequire(import.meta.url).resolve(`${name}/package.json`)
  try {
    const manifest = createRequire(packaged).resolve(`${native}/package.json`)
    return { name, args, binary: manifest.replace(/package\.json$/, file) }
  } catch {
    throw new Error(`${name} has no binary for this machine: ${native} is not installed`)
  }
}
