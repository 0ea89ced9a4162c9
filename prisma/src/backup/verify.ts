import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { Parts } from './backup.js'
import { type Backup, manifestFile, readBackups, readObjectList } from './manifest.js'
import { blobName, DamageError, getBlob } from './vault.js'

const readAtOnce = 8

/** Reads every byte of backups, and compares it with the SHA-256 that it had. */
export async function verify({ vault, work }: Pick<Parts, 'vault' | 'work'>, backups: Backup[]) {
  const damaged: string[] = []
  const blobs = new Set<string>()
  for (const { name, manifest } of backups) {
    for (const { blob } of [...manifest.tables, manifest.objects]) blobs.add(blob)
    const objects = await readObjectList(vault, manifest, work).catch((error: unknown) => {
      if (!(error instanceof DamageError)) throw error
      damaged.push(`${name}: ${error.message}`)
      return []
    })
    for (const { sha256 } of objects) blobs.add(sha256)
  }
  const limit = pLimit(readAtOnce)
  await Promise.all(
    [...blobs].map((sha256, n) =>
      limit(async () => {
        const path = join(work, `blob-${n}`)
        try {
          await getBlob(vault, sha256, path)
        } catch (error) {
          if (!(error instanceof DamageError)) throw error
          damaged.push(error.message)
        } finally {
          await rm(path, { force: true })
        }
      }),
    ),
  )
  return { blobs: blobs.size, damaged: [...new Set(damaged)] }
}

/** Removes all but the newest backups of a scope, and the blobs that no backup names any more. */
export async function keepNewest(
  { vault, work }: Pick<Parts, 'vault' | 'work'>,
  organizationId: string | null,
  keep: number,
): Promise<number> {
  const backups = await readBackups(vault, work)
  const old = backups
    .filter(({ manifest }) => (manifest.scope?.id ?? null) === organizationId)
    .slice(keep)
  if (old.length === 0) return 0
  await vault.remove(old.map(({ name }) => manifestFile(name)))
  const named = new Set<string>()
  for (const { manifest } of backups.filter((backup) => !old.includes(backup))) {
    for (const { blob } of [...manifest.tables, manifest.objects]) named.add(blobName(blob))
    for (const { sha256 } of await readObjectList(vault, manifest, work))
      named.add(blobName(sha256))
  }
  await vault.remove((await vault.list('blobs/')).filter((name) => !named.has(name)))
  return old.length
}
