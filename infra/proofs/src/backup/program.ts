import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Tripwire } from './tripwire.js'

const program = fileURLToPath(import.meta.resolve('@vitrine/prisma/backup'))

export type Env = Readonly<Record<string, string>>

const lockLimitMs = 60_000

type Run = { code: number | null; stdout: string; stderr: string; seconds: number }

/**
 * Runs `vitrine` beside an installation. For a minute it waits for the lock of a run that was killed: Postgres may not have
 * noticed yet.
 *
 * @param trap kills it at its n-th request.
 */
export async function vitrine(
  env: Env,
  args: readonly string[],
  trap?: { wire: Tripwire; at: number },
): Promise<Run> {
  const limit = performance.now() + lockLimitMs
  for (;;) {
    const run = await runOnce(env, args, trap)
    const isLocked = run.code === 1 && /another backup .* is running/.test(run.stderr)
    if (!isLocked || performance.now() > limit) return run
  }
}

async function runOnce(
  env: Env,
  args: readonly string[],
  trap?: { wire: Tripwire; at: number },
): Promise<Run> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  trap?.wire.arm(trap.at, () => child.kill('SIGKILL'))
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'exit'),
    text(child.stdout),
    text(child.stderr),
  ])
  trap?.wire.arm(0, () => undefined)
  return {
    code: code as number | null,
    stdout,
    stderr,
    seconds: (performance.now() - startedAt) / 1000,
  }
}
