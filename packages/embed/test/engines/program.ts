import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export type StartedProgram = {
  child: ChildProcess
  /** Resolves to the first match in what the program prints; rejects when it ends before. */
  printed: (pattern: RegExp) => Promise<RegExpExecArray>
  /** Resolves when it has ended. */
  ended: Promise<void>
  /** Ends the program and what it started. */
  stop: () => Promise<void>
}

/**
 * Starts a program of a browser as the leader of a process group, so that its own processes end
 * with it.
 */
export function startProgram(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): StartedProgram {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let failure: Error | undefined
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
    child.once('error', (error) => {
      failure = error
      resolve()
    })
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      child.emit('printed')
    })
  }

  const printed = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const match = pattern.exec(output)
      if (match) return match
      const hasEnded = await Promise.race([
        once(child, 'printed').then(() => false),
        ended.then(() => true),
      ])
      if (hasEnded && !pattern.test(output)) {
        throw new Error(`${program} ended: ${failure?.message ?? output}`)
      }
    }
  }
  const stop = async () => {
    signalGroup(child, 'SIGKILL')
    await ended
  }
  return { child, printed, ended, stop }
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch (error) {
    // It has ended by itself.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
