import { join } from 'node:path'
import { type Command, type Outcome, runCapturing, runVisibly } from './command.js'

/** The workspace's own programs, run at its root. Each resolves to the program's exit. */
export type Toolchain = {
  biome(args: readonly string[]): Promise<Outcome>
  tsc(args: readonly string[]): Promise<Outcome>
  turboCapturing(args: readonly string[]): Promise<Outcome>
  node(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Outcome>
}

export function createToolchain(
  root: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Toolchain {
  const at = (program: string, args: readonly string[], additions = {}): Command => ({
    program,
    args,
    cwd: root,
    env: { ...env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1', ...additions },
    signal,
  })
  const installed = (name: string) => join(root, 'node_modules/.bin', name)
  return {
    biome: (args) => runVisibly(at(installed('biome'), args)),
    tsc: (args) => runVisibly(at(installed('tsc'), args)),
    turboCapturing: (args) => runCapturing(at(installed('turbo'), args)),
    node: (args, additions) => runVisibly(at(process.execPath, args, additions)),
  }
}
