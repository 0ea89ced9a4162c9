import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Account, canReach } from './account.js'
import {
  deleteIdentity,
  formerHome,
  type Owner,
  outsideHome,
  readIdentity,
  readOrCreateIdentity,
  readOwner,
  writeOwner,
} from './home-owner.js'
import { removeHomesLeftBehind } from './homes-left-behind.js'

const noteName = 'postgres-home'

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
  removeHomesLeftBehind(dataDir, readIdentity(dataDir), log)
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
  if (home !== null && isOwner(dataDir, readOwner(home))) {
    rmSync(home, { recursive: true, force: true })
  }
}

const inside = (dataDir: string): string => join(dataDir, 'postgres')

function openInside(dataDir: string, account: Account | null): string {
  const home = inside(dataDir)
  mkdirSync(home, { recursive: true, mode: 0o700 })
  if (account !== null) chownSync(home, account.uid, account.gid)
  return home
}

function openOutside(dataDir: string, account: Account): string {
  const identity = readOrCreateIdentity(dataDir)
  const home = outsideHome(identity)
  mkdirSync(home, { recursive: true })
  // Another user could have created this folder, or put a link in its place.
  const { uid } = lstatSync(home)
  if (!lstatSync(home).isDirectory() || (uid !== 0 && uid !== account.uid)) {
    throw new Error(`${home} is needed for the database but belongs to user ${uid}; remove it`)
  }
  chownSync(home, account.uid, account.gid)
  chmodSync(home, 0o700)
  writeOwner(home, { dataDir, identity })
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
  if (home === formerHome(dataDir) && readOwner(home) === null) {
    writeOwner(home, { dataDir, identity: readOrCreateIdentity(dataDir) })
  }
  const owner = readOwner(home)
  if (owner === null || owner.identity !== readIdentity(dataDir)) return null
  if (isOwner(dataDir, owner)) return home
  if (readIdentity(owner.dataDir) !== owner.identity) {
    // The data folder has been moved.
    writeOwner(home, { ...owner, dataDir })
    return home
  }
  log(`this is a copy of ${owner.dataDir}, which keeps its database; a new one is made here`)
  deleteIdentity(dataDir)
  rmSync(join(dataDir, noteName))
  return null
}

const isOwner = (dataDir: string, owner: Owner | null): boolean =>
  owner?.dataDir === dataDir && owner.identity === readIdentity(dataDir)

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
