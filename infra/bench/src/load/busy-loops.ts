import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Longer than any row: bounds how long loops survive a killed benchmark. */
const mostSeconds = 300
const program = `setTimeout(() => process.exit(), ${mostSeconds * 1000}); (function spin() {
  for (const end = Date.now() + 100; Date.now() < end; );
  setImmediate(spin)
})()`

/**
 * Keeps cores busy like unrelated programs: each loop is a process in its own session with default
 * niceness.
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
