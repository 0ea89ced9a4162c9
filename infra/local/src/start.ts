import { join } from 'node:path'
import { parseStartOptions, type StackOptions, usageOf } from '../preflight/command-line.mjs'
import { createProgress } from '../preflight/progress.mjs'
import { startStack } from './stack.js'
import { builtEntries } from './stack-programs.js'
import { welcome } from './welcome.js'
import { workspaceRoot } from './workspace.js'

/** Runs the stack until it receives a signal or its parent process exits. */
async function run(options: StackOptions): Promise<void> {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stopping.abort())
  }
  process.on('disconnect', () => stopping.abort())
  const aborted = new Promise((resolve) => stopping.signal.addEventListener('abort', resolve))

  const progress = createProgress((text) => void process.stdout.write(text))
  const folder = join(workspaceRoot, '.vitrine')
  try {
    const { signal } = stopping
    const stack = await startStack({ folder, options, entries: builtEntries, progress, signal })
    // Last, because the link expires. It is in no file.
    const link = await stack.makeLoginLink()
    process.stdout.write(welcome(stack.describe(), bold, link))
    await aborted
    await progress.step('\nStopping', () => stack.stop())
  } catch (error) {
    // Stopped during the start: errors are a consequence of that.
    if (!stopping.signal.aborted) throw error
  }
}

function bold(text: string): string {
  return process.stdout.isTTY && !process.env.NO_COLOR ? `\u001b[1m${text}\u001b[0m` : text
}

try {
  const options = parseStartOptions(process.argv.slice(2), process.env)
  if (options === null) process.stdout.write(usageOf('start'))
  else await run(options)
  process.exit(0)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
