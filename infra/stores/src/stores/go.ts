import { execFile } from 'node:child_process'
import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { StoreProgram } from './catalogue.js'

const run = promisify(execFile)

/** Whether `go` is on PATH and works. */
export async function hasGo(env: NodeJS.ProcessEnv): Promise<boolean> {
  try {
    await run('go', ['version'], { env })
    return true
  } catch {
    return false // Not installed, or for another machine.
  }
}

/**
 * Builds a store from its module, unless an earlier run did. The folder's name contains the version.
 *
 * @returns the path of the program.
 * @throws when Go cannot build it.
 */
export async function installWithGo(
  program: StoreProgram,
  cacheFolder: string,
  env: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<string> {
  const version = program.package.split('@').at(-1) ?? ''
  const folder = join(cacheFolder, `${program.name}-${version}`)
  const path = join(folder, program.binary)
  try {
    await access(path)
    return path
  } catch {
    log(`building ${program.package} with Go (once; takes some minutes)`)
  }
  await mkdir(folder, { recursive: true })
  await run('go', ['install', program.package], {
    env: { ...env, GOBIN: folder },
    maxBuffer: 16 * 1024 * 1024,
  })
  return path
}
