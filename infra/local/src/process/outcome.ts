import { setTimeout as sleep } from 'node:timers/promises'
import { lastLoggedError } from './logged-error.js'
import type { Exit, RunningProgram } from './program.js'

/**
 * How long a program that runs may take to become ready, seconds. On a busy machine that is minutes;
 * one that takes longer does not start at all.
 */
const longestStartSeconds = 900

/** `exit code 1`, `SIGKILL` */
export function describeExit({ code, signal }: Exit): string {
  return signal ?? `exit code ${code}`
}

/**
 * The end of a program's output, for a message: `it wrote nothing`, the last error that it has
 * logged, or indented lines.
 */
export function lastWords(output: string, count = 12): string {
  if (output.trim() === '') return 'it wrote nothing'
  const logged = lastLoggedError(output)
  if (logged !== null) return `it says: ${logged}`
  const lines = output.trimEnd().split('\n').slice(-count)
  return ['its last lines:', ...lines.map((line) => `    ${line}`)].join('\n')
}

/** Of a program that failed: the reason that it gives, as `name: reason`, or its last words. */
export function describeFailure(name: string, exit: Exit, output: string): string {
  const prefix = `${name}: `
  const last = output.trimEnd().split('\n').at(-1) ?? ''
  if (last.startsWith(prefix)) return `${name} failed: ${last.slice(prefix.length)}`
  return `${name} failed with ${describeExit(exit)}; ${lastWords(output)}`
}

/**
 * Resolves when the probe answers true. A program that runs and is not ready yet is waited for.
 *
 * @throws what the probe throws, or the program's last words when it ends first or is not ready after
 *   a quarter of an hour; it is stopped then.
 */
export async function untilReady(
  program: RunningProgram,
  probe: () => Promise<boolean> | boolean,
): Promise<void> {
  let ended: Exit | undefined
  void program.exited.then((exit) => {
    ended = exit
  })
  const deadline = performance.now() + longestStartSeconds * 1000
  try {
    while (!(await probe())) {
      if (ended !== undefined) {
        throw failure(program, `ended with ${describeExit(ended)} while it was starting`)
      }
      if (performance.now() > deadline) {
        throw failure(program, `was not ready within ${longestStartSeconds} s`)
      }
      await sleep(50)
    }
  } catch (error) {
    await program.stop()
    throw error
  }
}

function failure(program: RunningProgram, what: string): Error {
  return new Error(`${program.name} ${what}; ${lastWords(program.output())}`)
}
