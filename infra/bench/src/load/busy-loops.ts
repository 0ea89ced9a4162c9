import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Longer than any row takes: a bench that is killed leaves nothing running for longer. */
const mostSeconds = 300
const program = `setTimeout(() => process.exit(), ${mostSeconds * 1000}); (function spin() {
  for (const end = Date.now() + 100; Date.now() < end; );
  setImmediate(spin)
})()`

/**
 * Keeps cores busy as other people's programs do: each loop is a program in a session of its own, of
 * ordinary niceness.
 */
export async function besideBusyLoops<Value>(
  count: number,
  work: () => Promise<Value>,
): Promise<Value> {
  const loops = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', program], { stdio: 'ignore', detached: true }),
  )
  try {
    await Promise.all(loops.map((loop) => once(loop, 'spawn')))
    return await work()
  } finally {
    const ended = loops.map((loop) => loop.exitCode === null && once(loop, 'exit'))
    for (const loop of loops) loop.kill('SIGKILL')
    await Promise.all(ended)
  }
}
