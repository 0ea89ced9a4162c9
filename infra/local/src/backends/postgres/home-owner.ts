import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Ownership of a home outside its data folder. The path alone does not identify the owner: the
 * folder may be deleted and cloned again, moved or copied. So each data folder contains a random
 * identity.
 */
export type Owner = { dataDir: string; identity: string }

/** Parent of all homes outside their data folders. */
export const homesFolder = '/var/lib'
export const homePrefix = 'vitrine-'

const identityName = 'identity'
const ownerName = 'owner.json'

export const outsideHome = (identity: string): string =>
  join(homesFolder, `${homePrefix}${identity}`)

/** The earlier naming scheme, without an owner: derived from the data folder's path alone. */
export function formerHome(dataDir: string): string {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  return join(homesFolder, `${homePrefix}${hash}`)
}

/** null if the folder has no identity or does not exist. */
export function readIdentity(dataDir: string): string | null {
  try {
    return readFileSync(join(dataDir, identityName), 'utf8')
  } catch {
    return null
  }
}

export function readOrCreateIdentity(dataDir: string): string {
  const known = readIdentity(dataDir)
  if (known !== null) return known
  const identity = randomBytes(6).toString('hex')
  writeFileSync(join(dataDir, identityName), identity)
  return identity
}

export function deleteIdentity(dataDir: string): void {
  rmSync(join(dataDir, identityName), { force: true })
}

/** null if the home names no owner or does not exist. */
export function readOwner(home: string): Owner | null {
  try {
    return JSON.parse(readFileSync(join(home, ownerName), 'utf8')) as Owner
  } catch {
    return null
  }
}

export function writeOwner(home: string, owner: Owner): void {
  writeFileSync(join(home, ownerName), JSON.stringify(owner))
}
