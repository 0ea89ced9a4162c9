import { spawn } from 'node:child_process'

export type Command = {
  program: string
  args: readonly string[]
  cwd?: string
  env?: NodeJS.ProcessEnv
  signal: AbortSignal
}

/** `output`: stdout and stderr combined. */
export type Outcome = { exitCode: number; stdout: string; output: string }

const shownLines = 40

/** Runs a program and captures its output. @throws if it cannot be executed. */
export function run({ program, args, cwd, env, signal }: Command): Promise<Outcome> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...process.env, ...env },
      signal,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const chunks: Buffer[] = []
    const all: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => all.push(chunk))
    }
    child.once('error', (cause) => {
      reject(new Error(`cannot run ${program}: ${cause.message}`, { cause }))
    })
    child.once('close', (code) => {
      resolve({
        exitCode: code ?? 1,
        stdout: Buffer.concat(chunks).toString(),
        output: Buffer.concat(all).toString(),
      })
    })
  })
}

/** @returns the program's stdout. @throws an error with its last lines if it fails. */
export async function runWell(command: Command): Promise<string> {
  const { exitCode, stdout, output } = await run(command)
  if (exitCode === 0) return stdout
  const end = output.trimEnd().split('\n').slice(-shownLines).join('\n')
  throw new Error(`"${command.program} ${command.args.join(' ')}" ended with ${exitCode}:\n${end}`)
}

export async function isInstalled(program: string, signal: AbortSignal): Promise<boolean> {
  const found = await run({ program: 'sh', args: ['-c', `command -v ${program}`], signal })
  return found.exitCode === 0
}
