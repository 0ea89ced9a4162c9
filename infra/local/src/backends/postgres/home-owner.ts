import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whose a home outside of its data folder is. A path alone does not say: the folder may be deleted
 * and cloned again, moved or copied. Its identity is a random number that lies in it.
 */
export type Owner = { dataDir: string; identity: string }

/** Of all homes outside of their data folders. */
export const homesFolder = '/var/lib'
export const homePrefix = 'vitrine-'

const identityName = 'identity'
const ownerName = 'owner.json'

export const outsideHome = (identity: string): string =>
  join(homesFolder, `${homePrefix}${identity}`)

/** As homes were named before they had an owner: by their data folder's path alone. */
export function formerHome(dataDir: string): string {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  return join(homesFolder, `${homePrefix}${hash}`)
}

/** null when the folder has none, or is not there. */
export function readIdentity(dataDir: string): string | null {
  try {
    return readFileSync(join(dataDir, identityName), 'utf8')
  } catch {
    return null
  }
}

export function keepIdentity(dataDir: string): string {
  const known = readIdentity(dataDir)
  if (known !== null) return known
  const identity = randomBytes(6).toString('hex')
  writeFileSync(join(dataDir, identityName), identity)
  return identity
}

export function deleteIdentity(dataDir: string): void {
  rmSync(join(dataDir, identityName), { force: true })
}

/** null when the home does not say, or is not there. */
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
