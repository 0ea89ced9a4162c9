import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const maxBuffer = 64 * 1024 ** 2

/**
 * Runs a command to its end.
 *
 * @returns what it wrote to stdout.
 * @throws an error with its last lines.
 */
export async function run(command: string, args: readonly string[], cwd?: string): Promise<string> {
  try {
    return (await promisify(execFile)(command, args, { cwd, maxBuffer })).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    const last = `${stdout}${stderr}`.trimEnd().split('\n').slice(-12).join('\n')
    throw new Error(`${command} ${args.join(' ')} failed:\n${last}`, { cause: error })
  }
}
