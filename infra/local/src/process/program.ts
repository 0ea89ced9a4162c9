import { spawn } from 'node:child_process'
import { closeSync, fstatSync, mkdirSync, openSync, readSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { guard, release } from './lifeline.js'
import { writePidFile } from './pid-file.js'

export type Program = {
  name: string
  command: string
  args: readonly string[]
  /** The whole environment; nothing is inherited. */
  env: NodeJS.ProcessEnv
  cwd?: string
  /** Runs under this user and group; only root can ask for it. */
  account?: { uid: number; gid: number } | undefined
  /** Given on stdin, which is then closed. */
  input?: string
  /** SIGTERM when left out. */
  stopSignal?: NodeJS.Signals
}

/** How a process ended: by an exit code or by a signal. */
export type Exit = { code: number | null; signal: NodeJS.Signals | null }

export type RunningProgram = {
  readonly name: string
  readonly pid: number
  readonly exited: Promise<Exit>
  /** What it has written to stdout and stderr since it started, the last 256 KiB. */
  output(): string
  /** Sends the signal, after 30 s SIGKILL; resolves when the process is gone. */
  stop(signal?: NodeJS.Signals): Promise<Exit>
}

/** Where a program's traces go: its output is appended to the one, its pid noted in the other. */
export type ProgramFiles = { logFile: string; pidFile?: string }

const killAfterMs = 30_000
const maxOutputBytes = 256 * 1024

/**
 * Starts a program that ends, at the latest, with this process.
 *
 * @throws when it cannot be executed.
 */
export async function startProgram(
  program: Program,
  { logFile, pidFile }: ProgramFiles,
): Promise<RunningProgram> {
  mkdirSync(dirname(logFile), { recursive: true, mode: 0o700 })
  const log = openSync(logFile, 'a')
  const logStart = fstatSync(log).size
  // Detached, in a process group of its own: Ctrl-C is for us, who then stop it in good order.
  const child = spawn(program.command, program.args, {
    ...program.account,
    ...(program.cwd === undefined ? {} : { cwd: program.cwd }),
    env: program.env,
    detached: true,
    stdio: [program.input === undefined ? 'ignore' : 'pipe', log, log],
  })
  closeSync(log)
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (cause) => {
      reject(new Error(`${program.name}: cannot run ${program.command}: ${cause.message}`))
    })
  })
  const pid = child.pid as number
  guard(pid)
  if (pidFile !== undefined) writePidFile(pidFile, pid)
  void exited.then(() => {
    release(pid)
    if (pidFile !== undefined) rmSync(pidFile, { force: true })
  })
  // A program that ends before it has read its input is reported by its exit, not by EPIPE.
  child.stdin?.on('error', () => undefined).end(program.input)
  return {
    name: program.name,
    pid,
    exited,
    output: () => readFrom(logFile, logStart),
    async stop(signal = program.stopSignal ?? 'SIGTERM') {
      child.kill(signal)
      const kill = setTimeout(() => child.kill('SIGKILL'), killAfterMs)
      return exited.finally(() => clearTimeout(kill))
    },
  }
}

function readFrom(file: string, start: number): string {
  const descriptor = openSync(file, 'r')
  try {
    const end = fstatSync(descriptor).size
    const from = Math.max(start, end - maxOutputBytes)
    const bytes = Buffer.alloc(Math.max(0, end - from))
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, bytes.length, from))
  } finally {
    closeSync(descriptor)
  }
}
