import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { SystemProgram } from '@vitrine/local/debian'
import { parseWrk, type WrkReport } from './wrk-report.js'

export type Wrk = ReturnType<typeof createWrk>

type WrkTarget = { url: string; headers?: Readonly<Record<string, string>> }

const connections = 16
const seconds = 2
/** A process with more code takes longer until all hot functions are compiled. */
const warmUpSeconds = 5

/**
 * Measures throughput with 16 keep-alive connections and one thread, which saturates a single
 * server process and leaves it a core.
 */
export function createWrk({ program, env }: SystemProgram) {
  const run = async (target: WrkTarget, duration: number): Promise<WrkReport> => {
    const args = ['--threads=1', `--connections=${connections}`, `--duration=${duration}s`]
    const headers = Object.entries(target.headers ?? {}).flatMap(([name, value]) => [
      '--header',
      `${name}: ${value}`,
    ])
    const { stdout } = await promisify(execFile)(
      program,
      [...args, '--latency', ...headers, target.url],
      { env: { ...env, PATH: process.env.PATH } },
    )
    return parseWrk(stdout)
  }
  return {
    measure: (target: WrkTarget): Promise<WrkReport> => run(target, seconds),
    /** Runs until all hot functions are compiled. */
    warmUp: async (targets: readonly WrkTarget[]): Promise<void> => {
      for (const target of targets) await run(target, warmUpSeconds)
    },
  }
}
