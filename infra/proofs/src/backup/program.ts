import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { PrivateBackends } from '../stack/backends.js'

const program = fileURLToPath(import.meta.resolve('@vitrine/prisma/backup'))

type Run = { code: number | null; stdout: string; stderr: string; seconds: number }

/** Runs `vitrine` beside an installation. @param killAfterMs SIGKILL, if it still runs then. */
export async function vitrine(
  { env }: Pick<PrivateBackends, 'env'>,
  args: readonly string[],
  killAfterMs?: number,
): Promise<Run> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const timer =
    killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'exit'),
    text(child.stdout),
    text(child.stderr),
  ])
  clearTimeout(timer)
  return {
    code: code as number | null,
    stdout,
    stderr,
    seconds: (performance.now() - startedAt) / 1000,
  }
}
