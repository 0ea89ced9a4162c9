import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'

/** The shell commands of a document, block by block. */
export async function commandsOf(document: URL): Promise<string[]> {
  const text = await readFile(document, 'utf8')
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
}

type Options = { cwd: string; env: NodeJS.ProcessEnv }

/**
 * Runs commands that end with a quickstart. `then` gets the address of its page; afterwards Ctrl-C ends it.
 *
 * @returns what the commands wrote to stderr, to show with a failure.
 */
export async function runQuickstart(
  commands: string,
  options: Options,
  then: (address: string) => Promise<void>,
): Promise<string> {
  // A group of its own, which gets the Ctrl-C of a terminal.
  const child = spawn('bash', ['-euc', commands], { ...options, detached: true })
  const exit = once(child, 'exit')
  child.stdout.resume()
  const lines: string[] = []
  for await (const line of createInterface(child.stderr)) {
    lines.push(line)
    const [, address] = /pictures are live at (\S+) until Ctrl-C/.exec(line) ?? []
    if (address === undefined) continue
    await then(address)
    process.kill(-Number(child.pid), 'SIGINT')
  }
  await exit
  return lines.join('\n')
}
