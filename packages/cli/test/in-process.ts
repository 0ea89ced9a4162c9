import { Readable } from 'node:stream'
import { run } from '../src/program.js'
import type { Terminal } from '../src/terminal.js'

export type Outcome = { code: number; stdout: string; stderr: string }

/** Runs a command line in this process, without a terminal. */
export async function runCommand(
  args: readonly string[],
  env: Record<string, string>,
  stdin = '',
): Promise<Outcome> {
  const written = { stdout: '', stderr: '' }
  const sink = (name: keyof typeof written) => ({
    write: (text: string) => {
      written[name] += text
      return true
    },
  })
  const terminal = {
    env,
    stdin: Readable.from([stdin]),
    stdout: sink('stdout'),
    stderr: sink('stderr'),
  } as unknown as Terminal
  const code = await run(args, terminal)
  return { code, ...written }
}
