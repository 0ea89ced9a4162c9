import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const maxBuffer = 16 * 1024 * 1024
/** In the clone, beside the data of `npm start`. */
export const cacheFolder = join(import.meta.dirname, '../../../.vitrine')

/** A program of a Go module. */
export type GoProgram = {
  name: string
  /** The argument of `go install`. */
  module: string
  binary: string
}

/** Whether Go is installed, and for this machine. */
export const isGoThere = (): Promise<boolean> =>
  run('go', ['version']).then(
    () => true,
    () => false,
  )

/**
 * Builds a program from its module, unless an earlier run did. The folder's name contains the version.
 *
 * @param kind the folder in `.vitrine`.
 * @returns the path of the program.
 */
export async function installWithGo(
  { name, binary, module }: GoProgram,
  kind: 'stores' | 'tools',
  log: (line: string) => void,
): Promise<string> {
  const folder = join(cacheFolder, kind, `${name}-${module.split('@').at(-1)}`)
  const path = join(folder, binary)
  if (existsSync(path)) return path
  log(`  building ${module} with Go (once; takes some minutes)`)
  await mkdir(folder, { recursive: true })
  await run('go', ['install', module], { env: { ...process.env, GOBIN: folder }, maxBuffer })
  return path
}

/** Downloads a module, unless Go has it. @returns the folder of its files. */
export async function downloadModule(module: string): Promise<string> {
  const { stdout } = await run('go', ['mod', 'download', '-json', module], { maxBuffer })
  return (JSON.parse(stdout) as { Dir: string }).Dir
}
