import { join } from 'node:path'
import { fetchWithApt, sharedLibraryFolders } from '../../debian/packages.js'
import type { ProgramGroup } from '../../process/group.js'
import { cacheFolder } from '../../workspace.js'
import { findOnPath, readVersion, redisMajor } from '../installed.js'

/** A `redis-server` and the environment it needs. */
export type RedisDistribution = { program: string; env: NodeJS.ProcessEnv; origin: string }

const oldestMajor = 6

/** The Redis on PATH if it is recent enough. */
export function installedRedis(env: NodeJS.ProcessEnv): RedisDistribution | null {
  const program = findOnPath('redis-server', env.PATH)
  return program !== null && isUsable(program, env) ? { program, env: {}, origin: program } : null
}

/** Redis from the system's packages, unpacked into a local folder without installing it. */
export async function embeddedRedis(
  group: ProgramGroup,
  log: (line: string) => void,
): Promise<RedisDistribution> {
  const folder = join(cacheFolder, 'redis')
  const cached = unpackedRedis(folder)
  if (cached !== null) return cached
  if (findOnPath('apt-get', process.env.PATH) === null) {
    throw new Error(
      `no Redis: REDIS_URL is not set and PATH has no redis-server of version ${oldestMajor} or newer; install it (macOS: \`brew install redis\`) and start again`,
    )
  }
  log('fetching Redis from the packages of the system (once)')
  try {
    // The server's program is in the tools package, which may be missing on this machine.
    await fetchWithApt(['redis-server', 'redis-tools'], folder, group)
  } catch (cause) {
    throw new Error(
      `no Redis: REDIS_URL is not set, PATH has no redis-server of version ${oldestMajor} or newer, and the system's package could not be fetched; install redis-server or set REDIS_URL\n${String(cause)}`,
    )
  }
  const fetched = unpackedRedis(folder)
  if (fetched !== null) return fetched
  throw new Error(
    `the redis-server that was unpacked to ${folder} does not run; install Redis ${oldestMajor} or newer, or set REDIS_URL`,
  )
}

function unpackedRedis(folder: string): RedisDistribution | null {
  const program = join(folder, 'usr/bin/redis-server')
  const env = { LD_LIBRARY_PATH: sharedLibraryFolders(folder).join(':') }
  return isUsable(program, env) ? { program, env, origin: 'system package, unpacked' } : null
}

function isUsable(program: string, env: NodeJS.ProcessEnv): boolean {
  const major = redisMajor(readVersion(program, env) ?? '')
  return major !== null && major >= oldestMajor
}
