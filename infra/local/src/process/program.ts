import { spawn } from 'node:child_process'
import { closeSync, fstatSync, mkdirSync, openSync, readSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { forget, killAtExit } from './kill-at-exit.js'
import { writePidFile } from './pid-file.js'

export type Program = {
  name: string
  command: string
  args: readonly string[]
  /** The complete environment; nothing is inherited. */
  env: NodeJS.ProcessEnv
  cwd?: string
  /** User and group to run as; requires root. */
  account?: { uid: number; gid: number } | undefined
  /** Written to stdin, which is then closed. */
  input?: string
  /** Defaults to SIGTERM. */
  stopSignal?: NodeJS.Signals
}

/** How a process ended: with an exit code or by a signal. */
export type Exit = { code: number | null; signal: NodeJS.Signals | null }

export type RunningProgram = {
  readonly name: string
  readonly pid: number
  readonly exited: Promise<Exit>
  /** Output on stdout and stderr since the start, up to the last 256 KiB. */
  output(): string
  /** Sends the signal, and SIGKILL after 30 s; resolves when the process has exited. */
  stop(signal?: NodeJS.Signals): Promise<Exit>
}

/** The log file, to which output is appended, and the pid file. */
type ProgramFiles = { logFile: string; pidFile?: string }

const killAfterMs = 30_000
const maxOutputBytes = 256 * 1024

/** Starts a program that exits no later than this process. @throws if it cannot be executed. */
export async function startProgram(
  program: Program,
  { logFile, pidFile }: ProgramFiles,
): Promise<RunningProgram> {
  mkdirSync(dirname(logFile), { recursive: true, mode: 0o700 })
  const log = openSync(logFile, 'a')
  const logStart = fstatSync(log).size
  // Detached, in its own process group: Ctrl-C reaches only this process, which then stops the
  // program in order.
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
  killAtExit(pid)
  if (pidFile !== undefined) writePidFile(pidFile, pid)
  void exited.then(() => {
    forget(pid)
    if (pidFile !== undefined) rmSync(pidFile, { force: true })
  })
  // If a program exits before it has read its input, its exit code is reported instead of EPIPE.
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
