import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { formerHome, homePrefix, homesFolder, readOwner } from './home-owner.js'

/**
 * Deletes databases of a data folder that was at this very path before, and is not there any more: it
 * was deleted with its clone, or alone. Nobody else can use them, for their password is gone with it.
 *
 * @throws when a server still runs on one of them.
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
/** The server that runs in the folder of a cluster; null when there is none. */
function findServer(cluster: string): number | null {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return null
  const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0])
  try {
    // A server works in its cluster; another process may have got the pid since.
    return readlinkSync(`/proc/${pid}/cwd`) === cluster ? pid : null
  } catch {
    return null // No such process.
  }
}
