import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Command, type Outcome, runCapturing, runVisibly } from './command.js'

/** The workspace's own programs, run at its root. Each resolves to the program's exit. */
export type Toolchain = {
  biome(args: readonly string[]): Promise<Outcome>
  turbo(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Outcome>
  turboCapturing(args: readonly string[]): Promise<Outcome>
  /**
   * Compiles tap's plugins into node_modules. Otherwise the first run after an install does so and
   * fails, as do runs in parallel with it.
   */
  buildTap(): Promise<Outcome>
  node(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Outcome>
}

/** @throws if the root's package.json pins no version of pnpm. */
export async function createToolchain(
  root: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Toolchain> {
  const checks = join(root, 'infra/checks')
  const pnpm = await pinnedPnpm(root)
  const environment = {
    ...env,
    PATH: await pathWith(pnpm, { cwd: root, env, signal }),
    npm_config_loglevel: 'error',
    TURBO_TELEMETRY_DISABLED: '1',
    TURBO_NO_UPDATE_NOTIFIER: '1',
  }
  const at = (program: string, args: readonly string[], additions = {}) => ({
    program,
    args,
    cwd: root,
    env: { ...environment, ...additions },
    signal,
  })
  const installed = (name: string) => join(root, 'node_modules/.bin', name)
  return {
    biome: (args) => runVisibly(at(installed('biome'), args)),
    turbo: (args, additions) => runVisibly(at(installed('turbo'), args, additions)),
    turboCapturing: (args) => runCapturing(at(installed('turbo'), args)),
    buildTap: () =>
      runVisibly({ ...at(join(checks, 'node_modules/.bin/tap'), ['build']), cwd: checks }),
    node: (args, additions) => runVisibly(at(process.execPath, args, additions)),
  }
}

/** PATH with the pinned pnpm first, because turbo runs scripts with the pnpm found there. */
async function pathWith(
  pnpm: string,
  options: Pick<Command, 'cwd' | 'env' | 'signal'>,
): Promise<string> {
  const args = ['-y', `--package=${pnpm}`, '--', 'node', '-p', 'process.env.PATH']
  const { exitCode, stdout } = await runCapturing({ program: 'npx', args, ...options })
  if (exitCode !== 0) throw new Error(`npx ${args.join(' ')} ended with ${exitCode}`)
  return stdout.trim()
}

async function pinnedPnpm(root: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const { packageManager } = manifest as { packageManager?: unknown }
  if (typeof packageManager === 'string' && /^pnpm@\d/.test(packageManager)) {
    return packageManager.replace(/\+.*$/, '')
  }
  throw new Error('package.json pins no pnpm: packageManager must be like "pnpm@10.34.9"')
}
