import { setTimeout as sleep } from 'node:timers/promises'
import type { Exit, RunningProgram } from './program.js'

/** `exit code 1`, `SIGKILL` */
export function describeExit({ code, signal }: Exit): string {
  return signal ?? `exit code ${code}`
}

/** The end of a program's output, for a message: `it wrote nothing`, or indented lines. */
export function lastWords(output: string, count = 12): string {
  if (output.trim() === '') return 'it wrote nothing'
  const lines = output.trimEnd().split('\n').slice(-count)
  return ['its last lines:', ...lines.map((line) => `    ${line}`)].join('\n')
}

/**
 * Resolves when the probe answers true.
 *
 * @throws with the program's last lines when it ends first or is not ready in time; it is
 *   stopped then.
 */
export async function untilReady(
  program: RunningProgram,
  probe: () => Promise<boolean> | boolean,
  seconds: number,
): Promise<void> {
  let ended: Exit | undefined
  void program.exited.then((exit) => {
    ended = exit
  })
  const deadline = performance.now() + seconds * 1000
  while (!(await probe())) {
    if (ended !== undefined) {
      throw failure(program, `ended with ${describeExit(ended)} while it was starting`)
    }
    if (performance.now() > deadline) {
      await program.stop()
      throw failure(program, `was not ready within ${seconds} s`)
    }
    await sleep(50)
  }
}

function failure(program: RunningProgram, what: string): Error {
  return new Error(`${program.name} ${what}; ${lastWords(program.output())}`)
}
