import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { formerHome, homePrefix, homesFolder, readOwner } from './home-owner.js'

/**
 * Deletes the databases of data folders that used to be at the same path and have since been
 * deleted. They are unusable, because their passwords were deleted with the folder.
 *
 * @throws if a server still runs on one of them.
 */
export function removeHomesLeftBehind(
  dataDir: string,
  identity: string | null,
  log: (line: string) => void,
): void {
  for (const home of listHomes()) {
    const owner = readOwner(home)
    const isOfThisPath = owner === null ? home === formerHome(dataDir) : owner.dataDir === dataDir
    if (!isOfThisPath || (owner !== null && owner.identity === identity)) continue
    const pid = findServer(join(home, 'cluster'))
    if (pid !== null) {
      throw new Error(
        `the database of a deleted clone that was in the same folder still runs (process ${pid}, data in ${home}); stop its \`npm start\`, and start again`,
      )
    }
    rmSync(home, { recursive: true, force: true })
    log(`deleted ${home}: the database of a folder that was at ${dataDir} before`)
  }
}

function listHomes(): string[] {
  try {
    return readdirSync(homesFolder)
      .filter((name) => name.startsWith(homePrefix))
      .map((name) => join(homesFolder, name))
  } catch {
    return [] // The system has no such folder.
  }
}
/** Pid of the server that runs on a cluster; null if there is none. */
function findServer(cluster: string): number | null {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return null
  const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0])
  try {
    // A server's working directory is its cluster; an unrelated process may have reused the pid.
    return readlinkSync(`/proc/${pid}/cwd`) === cluster ? pid : null
  } catch {
    return null // No such process.
  }
}
