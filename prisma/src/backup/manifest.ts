import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { sha256Of } from '@vitrine/object-store'
import type { Scope, TableContent } from './rows.js'
import { blobName, DamageError, getBlob, type Vault } from './vault.js'

/** An object of the installation's store. */
export type SavedObject = {
  key: string
  sizeBytes: number
  sha256: string
  contentType: string
  metadata: Readonly<Record<string, string>>
}

/** One backup. Its rows and objects are in blobs. */
export type Manifest = {
  format: 1
  /** When the rows were as they are here. */
  createdAt: string
  /** The organization; null for the whole installation. */
  scope: Scope
  migrations: string[]
  tables: (TableContent & { name: string; blob: string })[]
  objects: { blob: string; count: number; sizeBytes: number }
  /** Keys of originals that the store did not have, or not with the right bytes. */
  lost: string[]
}

export type Backup = { name: string; manifest: Manifest }

const folder = 'backups/'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

/** Stores a manifest under a name that has its time and its hash. */
export async function putManifest(vault: Vault, manifest: Manifest, work: string): Promise<string> {
  const text = `${JSON.stringify(manifest, null, 1)}\n`
  const sha256 = digest(text)
  const path = join(work, 'manifest')
  await writeFile(path, text)
  const name = `${manifest.createdAt.replaceAll(':', '')}-${sha256.slice(0, 16)}`
  await vault.put(`${folder}${name}.json`, path, sha256)
  return name
}

/** All complete backups, the newest first. */
export async function readBackups(vault: Vault, work: string): Promise<Backup[]> {
  const names = (await vault.list(folder)).filter((name) => name.endsWith('.json'))
  const backups: Backup[] = []
  for (const file of names.toSorted().reverse()) {
    const name = file.slice(folder.length, -'.json'.length)
    const path = join(work, 'manifest')
    if (!(await vault.get(file, path))) continue
    const text = await readFile(path, 'utf8')
    if (!name.endsWith(digest(text).slice(0, 16))) throw new DamageError(`${file} has changed`)
    backups.push({ name, manifest: JSON.parse(text) as Manifest })
  }
  return backups
}

/** @param name of a backup; the newest of the whole installation if left out. */
export async function findBackup(vault: Vault, work: string, name?: string): Promise<Backup> {
  const backups = await readBackups(vault, work)
  const found = backups.find((backup) =>
    name === undefined ? backup.manifest.scope === null : backup.name === name,
  )
  if (found) return found
  const names = backups.map((one) => `${one.name} (${one.manifest.scope?.slug ?? 'installation'})`)
  throw new Error(
    `there is no ${name === undefined ? 'complete backup of an installation' : `backup ${name}`} here. --backup names one of these:\n  ${names.join('\n  ') || 'none'}`,
  )
}

export const manifestFile = (name: string): string => `${folder}${name}.json`

export async function putObjectList(
  vault: Vault,
  objects: readonly SavedObject[],
  work: string,
): Promise<Manifest['objects']> {
  const path = join(work, 'objects')
  const lines = objects.map((object) => `${JSON.stringify(object)}\n`)
  await pipeline(lines, createGzip(), createWriteStream(path))
  const blob = await sha256Of(path)
  await vault.put(blobName(blob), path, blob)
  const sizeBytes = objects.reduce((sum, object) => sum + object.sizeBytes, 0)
  return { blob, count: objects.length, sizeBytes }
}

export async function readObjectList(
  vault: Vault,
  { objects }: Manifest,
  work: string,
): Promise<SavedObject[]> {
  const path = join(work, `objects-${randomUUID()}`)
  await getBlob(vault, objects.blob, path)
  const found: SavedObject[] = []
  const lines = createInterface({ input: createReadStream(path).pipe(createGunzip()) })
  for await (const line of lines) found.push(JSON.parse(line) as SavedObject)
  await rm(path)
  return found
}

const unfinished = 'unfinished/'

/** What was copied since the last complete backup: a killed backup goes on from there. */
export function createJournal(vault: Vault, work: string) {
  return {
    write: async (objects: readonly SavedObject[]): Promise<void> => {
      if (objects.length === 0) return
      const text = objects.map((object) => `${JSON.stringify(object)}\n`).join('')
      const path = join(work, `journal-${randomUUID()}`)
      await writeFile(path, text)
      await vault.put(`${unfinished}${randomUUID()}.jsonl`, path, digest(text))
      await rm(path)
    },
    read: async (): Promise<SavedObject[]> => {
      const found: SavedObject[] = []
      for (const name of await vault.list(unfinished)) {
        const path = join(work, 'journal')
        if (!(await vault.get(name, path))) continue
        const lines = (await readFile(path, 'utf8')).split('\n')
        for (const line of lines) if (line !== '') found.push(JSON.parse(line) as SavedObject)
      }
      return found
    },
    clear: async (): Promise<void> => vault.remove(await vault.list(unfinished)),
  }
}
