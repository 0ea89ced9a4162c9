import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export type StartedProgram = {
  child: ChildProcess
  /** Resolves to the first match in the program's output; rejects if the program exits first. */
  printed: (pattern: RegExp) => Promise<RegExpExecArray>
  /** Resolves when the program has exited. */
  ended: Promise<void>
  /** Stops the program and its child processes. */
  stop: () => Promise<void>
}

/**
 * Starts a browser's program as the leader of a process group, so that its child processes are
 * stopped with it.
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
    // The process has already exited.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
