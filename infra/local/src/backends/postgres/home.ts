import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Account, canReach } from './account.js'

/** Parent of all homes outside their data folders. */
const homesFolder = '/var/lib'
const homePrefix = 'vitrine-'
/** In a data folder: names its home, if that is outside. */
const noteName = 'postgres-home'
/** In such a home: names its data folder, which may be deleted, moved or copied. */
const ownerName = 'owner.json'

/**
 * The folder of the database's files. It is inside the data folder unless the server's account
 * cannot get there (a clone in /root); then it is elsewhere, and a note in the data folder names
 * it.
 *
 * @throws if the database is inside the data folder and the account can no longer get there.
 */
export function openHome(
  dataDir: string,
  account: Account | null,
  log: (line: string) => void,
): string {
  if (account === null) return openInside(dataDir, account)
  const known = findOwnHome(dataDir, log)
  removeHomesLeftBehind(dataDir, known, log)
  if (known !== null) return known
  if (isMadeReachable(dataDir, account)) return openInside(dataDir, account)
  if (existsSync(join(inside(dataDir), 'cluster'))) {
    throw new Error(
      `the database in ${inside(dataDir)} cannot be reached by the user ${account.name}, whom Postgres runs as: let others pass through the folders above (chmod o+x), or begin with an empty one by \`npm start -- --reset\``,
    )
  }
  return openOutside(dataDir, account)
}

/** Deletes a home that `openHome` created outside the data folder. */
export function removeOutsideHome(dataDir: string): void {
  const home = readNote(dataDir)
  if (home !== null && readOwner(home) === dataDir) rmSync(home, { recursive: true, force: true })
}

const inside = (dataDir: string): string => join(dataDir, 'postgres')

function openInside(dataDir: string, account: Account | null): string {
  const home = inside(dataDir)
  mkdirSync(home, { recursive: true, mode: 0o700 })
  if (account !== null) chownSync(home, account.uid, account.gid)
  return home
}

function openOutside(dataDir: string, account: Account): string {
  const home = join(homesFolder, `${homePrefix}${randomBytes(6).toString('hex')}`)
  mkdirSync(home, { mode: 0o700 })
  chownSync(home, account.uid, account.gid)
  writeOwner(home, dataDir)
  writeFileSync(join(dataDir, noteName), home)
  return home
}

/** The home named by the note, if it belongs to this data folder. */
function findOwnHome(dataDir: string, log: (line: string) => void): string | null {
  const home = readNote(dataDir)
  if (home === null) return null
  if (!existsSync(home)) {
    log(`the database of this folder, ${home}, was deleted; a new one is made`)
    return null
  }
  const owner = readOwner(home)
  if (owner === dataDir) return home
  if (owner === null || readNote(owner) !== home) {
    // The data folder has been moved.
    writeOwner(home, dataDir)
    return home
  }
  log(`this is a copy of ${owner}, which keeps its database; a new one is made here`)
  rmSync(join(dataDir, noteName))
  return null
}

/**
 * Deletes the databases of data folders that used to be at the same path and have since been
 * deleted. They are unusable, because their passwords were deleted with the folder.
 *
 * @throws if a server still runs on one of them.
 */
function removeHomesLeftBehind(
  dataDir: string,
  own: string | null,
  log: (line: string) => void,
): void {
  for (const home of listHomes()) {
    if (home === own || readOwner(home) !== dataDir) continue
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

/** Makes the data folder traversable for other users, but not listable. */
function isMadeReachable(dataDir: string, account: Account): boolean {
  if (!canReach(dataDir, account)) chmodSync(dataDir, statSync(dataDir).mode | 0o011)
  return canReach(dataDir, account)
}

function readNote(dataDir: string): string | null {
  try {
    return readFileSync(join(dataDir, noteName), 'utf8')
  } catch {
    return null // Without a note there is no home outside.
  }
}

/** The data folder of a home; null if the home names none or does not exist. */
function readOwner(home: string): string | null {
  try {
    const { dataDir } = JSON.parse(readFileSync(join(home, ownerName), 'utf8')) as Owner
    return dataDir
  } catch {
    return null
  }
}

type Owner = { dataDir: string }

function writeOwner(home: string, dataDir: string): void {
  writeFileSync(join(home, ownerName), JSON.stringify({ dataDir } satisfies Owner))
}
