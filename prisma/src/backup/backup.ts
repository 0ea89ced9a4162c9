import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { embedScriptObjects, projectObjects } from '@vitrine/contracts'
import { type ObjectStore, sha256Of } from '@vitrine/object-store'
import pLimit from 'p-limit'
import { type Files, readFiles } from './files.js'
import {
  createJournal,
  type Manifest,
  putManifest,
  putObjectList,
  readBackups,
  readObjectList,
  type SavedObject,
} from './manifest.js'
import { type Database, type Scope, selectRows } from './rows.js'
import { savedTables } from './tables.js'
import { blobName, retried, type Vault } from './vault.js'

export type Parts = {
  database: Database
  store: ObjectStore
  vault: Vault
  /** An empty folder for files of this run. */
  work: string
  log: (line: string) => void
}

/** Objects are copied once; only the first backup takes long enough for assets to be deleted in between. */
const passes = 5
const copiedAtOnce = 8
/** A killed backup copies as many objects again. */
const journalEvery = 100

/**
 * Saves the state of one moment: all rows as one transaction sees them, and the objects that these rows name.
 *
 * Postgres is read first, then the store. Objects never change under their key, but an asset that is deleted in between loses
 * its own: then the rows are read again, until all objects of one state are there. A missing object of an asset that still
 * exists is lost, and named in the backup.
 *
 * @param scope an organization; null for the whole installation.
 * @returns also `lostLater`: keys of originals that the store has lost and the backup has, since an earlier one copied them.
 */
export async function backUp(parts: Parts, scope: Scope) {
  const { database, vault, work, log } = parts
  await lockBackups(database)
  const blobs = new Set(await vault.list('blobs/'))
  const journal = createJournal(vault, work)
  const saved = await savedObjects(parts, blobs)
  const copying = createCopying(parts, { saved, blobs, journal })
  for (let pass = 1; pass <= passes; pass += 1) {
    const { files, ...rows } = await saveRows(parts, scope, blobs)
    const { wanted, absent } = await listObjects(parts.store, files, scope)
    const { objects, missing } = await copying.copy(wanted)
    const isWhole = missing.length === 0 && absent.length === 0
    const now = isWhole ? files : await readFiles(database, scope)
    const isDeleted = (key: string) => files.isCurrent(key) && !now.isCurrent(key)
    if (missing.some(isDeleted)) {
      log(`pass ${pass}: assets were deleted while their files were copied`)
      continue
    }
    const list = await putObjectList(vault, objects, work)
    const originals = new Set(files.originals.map(({ key }) => key))
    // A missing smaller copy costs time, not a picture.
    const lost = missing.filter((key) => originals.has(key))
    const lostLater = absent.filter((key) => now.isCurrent(key) && !missing.includes(key))
    const manifest: Manifest = { format: 1, scope, ...rows, objects: list, lost }
    const name = await putManifest(vault, manifest, work)
    await journal.clear()
    return { name, manifest, lostLater, copied: copying.count() }
  }
  throw new Error(
    `assets were deleted in each of ${passes} passes before their files were copied; what was copied is kept: run it again`,
  )
}

/** One backup or removal of backups of an installation at a time. The lock ends with the connection. */
export async function lockBackups(database: Database): Promise<void> {
  const [row] = await database.query<{ isFree: boolean }>(
    `SELECT pg_try_advisory_lock(hashtextextended('vitrine:backup', 0)) AS "isFree"`,
  )
  if (!row?.isFree) throw new Error('another backup of this installation is running')
}

/** Objects that earlier backups have copied, by key; without those whose blobs are gone. */
async function savedObjects({ vault, work }: Parts, blobs: ReadonlySet<string>) {
  const newest = new Map<string, Manifest>()
  for (const { manifest } of (await readBackups(vault, work)).reverse()) {
    newest.set(manifest.scope?.id ?? '', manifest)
  }
  const saved = new Map<string, SavedObject>()
  const keep = (objects: readonly SavedObject[]) => {
    for (const object of objects) {
      if (blobs.has(blobName(object.sha256))) saved.set(object.key, object)
    }
  }
  for (const manifest of newest.values()) keep(await readObjectList(vault, manifest, work))
  keep(await createJournal(vault, work).read())
  return saved
}

async function saveRows(parts: Parts, scope: Scope, blobs: Set<string>) {
  const { database, vault, work } = parts
  return database.transaction('ISOLATION LEVEL REPEATABLE READ, READ ONLY', async () => {
    const [now] = await database.query<{ at: Date }>('SELECT now() AS at')
    const known = await database.tables()
    const tables: Manifest['tables'] = []
    for (const { name } of savedTables) {
      const table = known.get(name)
      if (table === undefined) throw new Error(`the database has no table ${name}`)
      const select = selectRows(table, scope)
      if (select === null) continue
      const path = join(work, name)
      const content = await database.copyOut(select, path)
      const blob = await sha256Of(path)
      if (!blobs.has(blobName(blob))) await vault.put(blobName(blob), path, blob)
      blobs.add(blobName(blob))
      await rm(path)
      tables.push({ name, ...content, blob })
    }
    return {
      createdAt: (now?.at ?? new Date()).toISOString(),
      migrations: await database.migrations(),
      tables,
      files: await readFiles(database, scope),
    }
  })
}

type Wanted = { key: string; sha256?: string }

/**
 * Originals as the rows name them, and copies and scripts as the store has them. Renditions are left out, since they
 * are rendered again, and so is the console, which each start of management-api stores.
 *
 * `absent` are the originals that the store does not list.
 */
async function listObjects(
  store: ObjectStore,
  { projectIds, originals, isCurrent }: Files,
  scope: Scope,
): Promise<{ wanted: Wanted[]; absent: string[] }> {
  const wanted: Wanted[] = [...originals]
  const absent = new Set(originals.map(({ key }) => key))
  for (const id of projectIds) {
    for (const { key } of await retried(() => store.list(projectObjects(id)))) {
      absent.delete(key)
      if (key.includes('/mezzanine-') && isCurrent(key)) wanted.push({ key })
    }
  }
  if (scope === null) wanted.push(...(await retried(() => store.list(embedScriptObjects))))
  return { wanted: wanted.toSorted((a, b) => (a.key < b.key ? -1 : 1)), absent: [...absent] }
}

type Copying = {
  saved: Map<string, SavedObject>
  blobs: Set<string>
  journal: ReturnType<typeof createJournal>
}

/** Copies what is not saved yet. `missing` are objects that the store has not, or not with the right bytes. */
function createCopying({ store, vault, work, log }: Parts, { saved, blobs, journal }: Copying) {
  let count = 0
  const copyOne = async ({ key, sha256 }: Wanted, path: string): Promise<SavedObject | null> => {
    const found = await retried(() => store.download(key, path))
    if (found === null) return null
    if (sha256 !== undefined && found.sha256 !== sha256) {
      log(`${key} does not have the bytes that were uploaded`)
      return null
    }
    const name = blobName(found.sha256)
    if (!blobs.has(name)) await vault.put(name, path, found.sha256)
    blobs.add(name)
    count += 1
    return { key, ...found }
  }
  const isSaved = ({ key, sha256 }: Wanted) => {
    const known = saved.get(key)
    return known !== undefined && (sha256 === undefined || known.sha256 === sha256)
  }
  const copy = async (wanted: readonly Wanted[]) => {
    const limit = pLimit(copiedAtOnce)
    const rest = wanted.filter((object) => !isSaved(object))
    for (let i = 0; i < rest.length; i += journalEvery) {
      const copied = await Promise.all(
        rest.slice(i, i + journalEvery).map((object, n) =>
          limit(async () => {
            const path = join(work, `object-${n}`)
            return copyOne(object, path).finally(() => rm(path, { force: true }))
          }),
        ),
      )
      const found = copied.filter((object) => object !== null)
      for (const object of found) saved.set(object.key, object)
      await journal.write(found)
    }
    const objects: SavedObject[] = []
    const missing: string[] = []
    for (const object of wanted) {
      const known = isSaved(object) ? saved.get(object.key) : undefined
      if (known) objects.push(known)
      else missing.push(object.key)
    }
    return { objects, missing }
  }
  return { copy, count: () => count }
}
