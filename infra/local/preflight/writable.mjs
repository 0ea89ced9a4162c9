/* Checks write access to the folders a start writes to. Uses only Node's built-in modules. */
import { accessSync, constants, statSync } from 'node:fs'
import { join } from 'node:path'

/** The clone, and its folders created by earlier starts. */
const written = ['.', 'node_modules', '.vitrine', 'infra/local/dist']

/** @throws an error naming the folder, its owner and a remedy. */
export function checkWritable(root, user) {
  const { uid, gids } = user ?? { uid: process.getuid?.(), gids: process.getgroups?.() }
  // root may write anywhere; Windows has other rules.
  if (uid === undefined || uid === 0) return
  for (const name of written) {
    const folder = join(root, name)
    const stat = statSync(folder, { throwIfNoEntry: false })
    if (stat === undefined || isWritable(stat, uid, gids)) continue
    // An access control list may allow what the mode bits do not.
    if (user === undefined && isAccessible(folder)) continue
    throw new Error(
      `${folder} belongs to user ${stat.uid}, and user ${uid} may not write there. An earlier start by another user may have made it. Give the clone to one user (sudo chown -R ${uid} ${root}), or clone it again.`,
    )
  }
}

/** The owner's bits for the owner, the group's for members, otherwise those for others. */
function isWritable({ uid: owner, gid, mode }, uid, gids) {
  if (owner === uid) return (mode & 0o200) !== 0
  return (mode & (gids.includes(gid) ? 0o020 : 0o002)) !== 0
}

function isAccessible(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
