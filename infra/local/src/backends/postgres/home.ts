import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Account, canReach } from './account.js'

const noteName = 'postgres-home'

/**
 * The folder of the database's files: in the data folder or, where the server's account cannot
 * get there (a clone in /root), outside of it, which a note in the data folder tells.
 */
export function openHome(dataDir: string, account: Account | null): string {
  const inside = join(dataDir, 'postgres')
  if (account === null || isMadeReachable(dataDir, account)) {
    mkdirSync(inside, { recursive: true, mode: 0o700 })
    if (account !== null) chownSync(inside, account.uid, account.gid)
    return inside
  }
  const outside = outsideHome(dataDir)
  mkdirSync(outside, { recursive: true })
  // A folder of that name which another user had put there could be made to point anywhere.
  const { uid } = lstatSync(outside)
  if (!lstatSync(outside).isDirectory() || (uid !== 0 && uid !== account.uid)) {
    throw new Error(`${outside} is needed for the database but belongs to user ${uid}; remove it`)
  }
  chownSync(outside, account.uid, account.gid)
  chmodSync(outside, 0o700)
  writeFileSync(join(dataDir, noteName), outside)
  return outside
}

/** The data folder is ours to open a little: to pass through it, not to list it. */
function isMadeReachable(dataDir: string, account: Account): boolean {
  if (!canReach(dataDir, account)) chmodSync(dataDir, statSync(dataDir).mode | 0o011)
  return canReach(dataDir, account)
}

/** Deletes what `openHome` made outside of the data folder. */
export function removeOutsideHome(dataDir: string): void {
  const outside = outsideHome(dataDir)
  if (readNote(dataDir) === outside) rmSync(outside, { recursive: true, force: true })
}

/** In the name, a hash of the data folder: one clone's data is not another's. */
function outsideHome(dataDir: string): string {
  return `/var/lib/vitrine-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`
}

function readNote(dataDir: string): string | null {
  try {
    return readFileSync(join(dataDir, noteName), 'utf8')
  } catch {
    return null // No note: nothing was put outside.
  }
}
