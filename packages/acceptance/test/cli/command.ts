import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'

const program = fileURLToPath(import.meta.resolve('@vitrine/cli/main'))

export type Outcome = { code: number | null; stdout: string; stderr: string }
export type Options = { stdin?: string; env?: Record<string, string> }

/** The command line with a home of its own. */
export function createCommandLine(t: Test, url: string) {
  const home = t.testdir()
  const start = (args: readonly string[], { env = {} }: Options = {}): ChildProcess =>
    spawn(process.execPath, [program, ...args], {
      env: { VITRINE_URL: url, HOME: home, XDG_CONFIG_HOME: `${home}/config`, ...env },
      stdio: 'pipe',
    })
  const run = async (args: readonly string[], options: Options = {}): Promise<Outcome> => {
    const child = start(args, options)
    child.stdin?.end(options.stdin ?? '')
    const [[code], stdout, stderr] = await Promise.all([
      once(child, 'exit'),
      child.stdout ? text(child.stdout) : '',
      child.stderr ? text(child.stderr) : '',
    ])
    return { code: code as number | null, stdout, stderr }
  }
  /** The results of a command that succeeds. */
  const json = async (args: readonly string[], options?: Options): Promise<Values[]> => {
    const { code, stdout, stderr } = await run([...args, '--json'], options)
    t.equal(code, 0, `${args.join(' ')} succeeds: ${stderr}`)
    return linesOf(stdout)
  }
  return { home, start, run, json }
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
