import { setTimeout as sleep } from 'node:timers/promises'
import type { Exit, RunningProgram } from './program.js'

/**
 * Maximum time for a running program to become ready, seconds. A busy machine may need minutes;
 * beyond this limit the start has failed.
 */
const longestStartSeconds = 900

/** `exit code 1`, `SIGKILL` */
export function describeExit({ code, signal }: Exit): string {
  return signal ?? `exit code ${code}`
}

/**
 * Describes the end of a program's output: `it wrote nothing`, its last logged error, or its last
 * lines, indented.
 */
export function describeOutput(output: string): string {
  if (output.trim() === '') return 'it wrote nothing'
  const logged = lastLoggedError(output)
  if (logged !== null) return `it says: ${logged}`
  const lines = output.trimEnd().split('\n').slice(-12)
  return ['its last lines:', ...lines.map((line) => `    ${line}`)].join('\n')
}

/** Why a program failed: the reason it printed as `name: reason`, or its last lines. */
export function describeFailure(name: string, exit: Exit, output: string): string {
  const prefix = `${name}: `
  const last = output.trimEnd().split('\n').at(-1) ?? ''
  if (last.startsWith(prefix)) return `${name} failed: ${last.slice(prefix.length)}`
  return `${name} failed with ${describeExit(exit)}; ${describeOutput(output)}`
}

/**
 * Polls the probe until it returns true, as long as the program runs.
 *
 * @throws the probe's error, or an error with the program's last lines if it exits or is not ready
 * after 15 minutes; in that case it is stopped.
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
  return new Error(`${program.name} ${what}; ${describeOutput(program.output())}`)
}

/** A log line of a service; level 50 is `error`, 60 is `fatal`. */
type LogLine = { level: number; msg?: string; err?: { message?: string; code?: string } }

/** The last error in a service's JSON log as one sentence, or null. */
export function lastLoggedError(output: string): string | null {
  const line = output
    .split('\n')
    .map(parseLine)
    .findLast((parsed) => parsed !== null && parsed.level >= 50)
  if (!line) return null
  const { msg, err } = line
  // Without a message of its own, the logger repeats the error's message.
  const parts = [...new Set([msg, err?.message])].filter((part) => part !== undefined)
  const said = parts.join(': ')
  return err?.code === undefined || said.includes(err.code) ? said : `${said} (${err.code})`
}

function parseLine(text: string): LogLine | null {
  try {
    const line = JSON.parse(text) as Partial<LogLine> | null
    return typeof line?.level === 'number' ? { ...line, level: line.level } : null
  } catch {
    return null // Not written by the logger.
  }
}
