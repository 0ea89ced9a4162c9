import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { run as runProgram } from '@vitrine/cli/program'
import type { Test } from 'tap'

const program = fileURLToPath(import.meta.resolve('@vitrine/cli/main'))

export type Outcome = { code: number | null; stdout: string; stderr: string }
export type Options = { stdin?: string; env?: Record<string, string> }

/** The command line with a home of its own. */
export function createCommandLine(t: Test, url: string) {
  const home = t.testdir()
  const environment = ({ env = {} }: Options) => ({
    VITRINE_URL: url,
    HOME: home,
    XDG_CONFIG_HOME: `${home}/config`,
    XDG_STATE_HOME: `${home}/state`,
    ...env,
  })
  const start = (args: readonly string[], options: Options = {}): ChildProcess =>
    spawn(process.execPath, [program, ...args], { env: environment(options), stdio: 'pipe' })
  /** Runs in a process of its own, which costs as much as ten commands in this one. */
  const runProcess = async (args: readonly string[], options: Options = {}): Promise<Outcome> => {
    const child = start(args, options)
    child.stdin?.end(options.stdin ?? '')
    const [[code], stdout, stderr] = await Promise.all([
      once(child, 'exit'),
      child.stdout ? text(child.stdout) : '',
      child.stderr ? text(child.stderr) : '',
    ])
    return { code: code as number | null, stdout, stderr }
  }
  /** In this process, without a terminal. */
  const run = async (args: readonly string[], options: Options = {}): Promise<Outcome> => {
    const written = { stdout: '', stderr: '' }
    const sink = (name: keyof typeof written) => ({
      isTTY: false,
      write: (text: string) => {
        written[name] += text
        return true
      },
    })
    const code = await runProgram(args, {
      env: environment(options),
      stdin: Object.assign(Readable.from([options.stdin ?? '']), { isTTY: false }),
      stdout: sink('stdout'),
      stderr: sink('stderr'),
    } as unknown as Parameters<typeof runProgram>[1])
    return { code, ...written }
  }
  /** The results of a command that succeeds. */
  const json = async (args: readonly string[], options?: Options): Promise<Values[]> => {
    const { code, stdout, stderr } = await run([...args, '--json'], options)
    t.equal(code, 0, `${args.join(' ')} succeeds: ${stderr}`)
    return linesOf(stdout)
  }
  return { home, start, run, runProcess, json }
}

export type CommandLine = ReturnType<typeof createCommandLine>
export type Values = Record<string, unknown>

export const linesOf = (stdout: string): Values[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Values)

/** Signs in by the password of an account. */
export async function signIn(
  { run }: CommandLine,
  { email, password }: { email: string; password: string },
): Promise<Outcome> {
  return run(['login', '--email', email, '--password', '-'], { stdin: `${password}\n` })
}
