import { spawn } from 'node:child_process'

export type Command = {
  program: string
  args: readonly string[]
  cwd: string
  env: NodeJS.ProcessEnv
  /** Stops the program and its child processes. */
  signal: AbortSignal
}

/** A program's result: the exit code, null if it was killed by a signal; stdout if it was captured. */
export type Outcome = { exitCode: number | null; stdout: string }

const killAfterMs = 15_000

/** @throws if the program cannot be executed. */
export function runVisibly(command: Command): Promise<Outcome> {
  return run(command, 'inherit')
}

/** Like `runVisibly`, but captures stdout instead of showing it. */
export function runCapturing(command: Command): Promise<Outcome> {
  return run(command, 'pipe')
}

function run(command: Command, stdout: 'inherit' | 'pipe'): Promise<Outcome> {
  command.signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    // A separate process group, so that an abort also reaches processes started by turbo and pnpm.
    const child = spawn(command.program, command.args, {
      cwd: command.cwd,
      env: command.env,
      detached: true,
      stdio: ['ignore', stdout, 'inherit'],
    })
    const chunks: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
    const end = endGroupOnAbort(child.pid, command.signal)
    child.once('error', (cause) => {
      end()
      reject(new Error(`cannot run ${command.program}: ${cause.message}`))
    })
    child.once('close', (exitCode) => {
      end()
      resolve({ exitCode, stdout: Buffer.concat(chunks).toString() })
    })
  })
}

function endGroupOnAbort(pid: number | undefined, signal: AbortSignal): () => void {
  let kill: NodeJS.Timeout | undefined
  const abort = () => {
    signalGroup(pid, 'SIGTERM')
    kill = setTimeout(() => signalGroup(pid, 'SIGKILL'), killAfterMs)
  }
  signal.addEventListener('abort', abort, { once: true })
  return () => {
    signal.removeEventListener('abort', abort)
    clearTimeout(kill)
  }
}

function signalGroup(pid: number | undefined, name: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, name)
  } catch (error) {
    // ESRCH: the group has already exited.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
