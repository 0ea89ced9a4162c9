import { Readable } from 'node:stream'
import { run } from '../src/program.js'
import type { Terminal } from '../src/terminal.js'

export type Outcome = { code: number; stdout: string; stderr: string }

type Input = { stdin?: string; isTTY?: boolean }

/** Runs a command line in this process, by default without a terminal. */
export async function runCommand(
  args: readonly string[],
  env: Record<string, string>,
  { stdin = '', isTTY = false }: Input = {},
): Promise<Outcome> {
  const written = { stdout: '', stderr: '' }
  const sink = (name: keyof typeof written) => ({
    isTTY,
    write: (text: string) => {
      written[name] += text
      return true
    },
  })
  const terminal = {
    env,
    stdin: Object.assign(Readable.from([stdin]), { isTTY }),
    stdout: sink('stdout'),
    stderr: sink('stderr'),
  } as unknown as Terminal
  const code = await run(args, terminal)
  return { code, ...written }
}
