import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createObjectChecksums, parseAssetObject } from '@vitrine/contracts'
import pLimit from 'p-limit'
import type { Parts } from './backup.js'
import { readFiles } from './files.js'
import {
  findBackup,
  type Manifest,
  readBackups,
  readObjectList,
  type SavedObject,
} from './manifest.js'
import { type Database, selectRows } from './rows.js'
import { savedTables } from './tables.js'
import { getBlob, retried } from './vault.js'

type Options = {
  /** Name of a backup; the newest one of the installation if left out. */
  backup?: string | undefined
  /** The bucket is the one of the lost database: it may have objects that the backup has not. */
  sameBucket: boolean
  /** The values of OBJECT_SECRET. */
  secrets: readonly string[]
}

const restoredAtOnce = 8
/** Validity of an upload that begins at once. */
const uploadSeconds = 60

/**
 * Puts a backup into an empty installation, or the organization of a backup into one that does not have it. Objects come
 * first, then all rows in one transaction: after an interruption the same call goes on with the objects.
 *
 * @throws before anything is changed if the database or the bucket has something else.
 */
export async function restore(parts: Parts, { backup, sameBucket, secrets }: Options) {
  const { vault, work, log } = parts
  const { name, manifest } = await findBackup(vault, work, backup)
  await refuseOtherMigrations(parts.database, manifest)
  await (manifest.scope === null ? refuseRows(parts, manifest) : refuseSameIds(parts, manifest))
  const objects = await readObjectList(vault, manifest, work)
  if (manifest.scope === null && !sameBucket) await refuseOtherObjects(parts, objects)
  const stored = await storeObjects(parts, objects)
  await restoreRows(parts, manifest)
  const foreign = signedByOthers(objects, secrets)
  if (foreign > 0) {
    log(
      `${foreign} smaller copies and scripts are signed by a secret that OBJECT_SECRET does not name. Until both services have the secret of the backup at the end of theirs, they are not used, and signing keys are not valid`,
    )
  }
  return { name, manifest, stored }
}

/** @throws unless the database has the tables that the backup was made of. */
export async function refuseOtherMigrations(database: Database, { migrations }: Manifest) {
  await database.tables()
  const own = await database.migrations()
  if (own.join() === migrations.join()) return
  throw new Error(
    `the backup ends with the migration ${migrations.at(-1)}, and the database with ${own.at(-1)}: run the migration job of the release that made the backup on an empty database, restore, then run the newer job`,
  )
}

async function refuseRows({ database }: Parts, { tables }: Manifest): Promise<void> {
  for (const { name } of tables) {
    const [row] = await database.query<{ has: boolean }>(
      `SELECT EXISTS (SELECT FROM ${name}) AS has`,
    )
    if (row?.has) {
      throw new Error(
        `the database is not empty: ${name} has rows. Restore into a new database, after the migration job and before the services start`,
      )
    }
  }
}

async function refuseSameIds({ database }: Parts, { scope }: Manifest): Promise<void> {
  const [found] = await database.query<{ id: string; slug: string }>(
    'SELECT id, slug FROM organizations WHERE id = $1 OR slug = $2',
    [scope?.id, scope?.slug],
  )
  if (found?.id === scope?.id) {
    throw new Error(`the organization ${scope?.slug} (${scope?.id}) exists here: delete it first`)
  }
  if (found) {
    throw new Error(
      `another organization has the slug ${found.slug} here (${found.id}): rename one of the two first`,
    )
  }
}

async function refuseOtherObjects({ store }: Parts, objects: readonly SavedObject[]) {
  const keys = new Set(objects.map(({ key }) => key))
  const found = await retried(() => store.list('projects/'))
  const others = found.filter(({ key }) => !keys.has(key))
  if (others.length === 0) return
  throw new Error(
    `the bucket has ${others.length} objects that are not in the backup, such as ${others[0]?.key}: restore into an empty bucket, or say --same-bucket if it is the one of the lost database`,
  )
}

/**
 * Stores the objects. One that is there already is read, and stored again only if it has other bytes.
 *
 * @returns how many were stored.
 */
async function storeObjects(parts: Parts, objects: readonly SavedObject[]): Promise<number> {
  const { store, vault, work } = parts
  const limit = pLimit(restoredAtOnce)
  const folders = [...new Set(objects.map(({ key }) => key.split('/').slice(0, 2).join('/')))]
  const there = new Set<string>()
  for (const folder of folders) {
    for (const { key } of await retried(() => store.list(`${folder}/`))) there.add(key)
  }
  const storeOne = async ({ key, ...object }: SavedObject, n: number): Promise<boolean> => {
    const path = join(work, `object-${n}`)
    try {
      if (there.has(key)) {
        const found = await retried(() => store.download(key, path))
        if (found?.sha256 === object.sha256) return false
      }
      await getBlob(vault, object.sha256, path)
      await retried(async () => (await store.signUpload(key, uploadSeconds))({ path, ...object }))
      return true
    } finally {
      await rm(path, { force: true })
    }
  }
  const results = await Promise.all(objects.map((object, n) => limit(() => storeOne(object, n))))
  return results.filter(Boolean).length
}

/** Inserts all rows in one transaction, and reads them again: they are as they were, or none of them is there. */
export async function restoreRows(
  { database, vault, work }: Pick<Parts, 'database' | 'vault' | 'work'>,
  { scope, tables }: Manifest,
): Promise<void> {
  const known = await database.tables()
  await database.transaction('', async () => {
    await database.query('SET CONSTRAINTS projects_id_watermark_asset_id_fkey DEFERRED')
    for (const { name, blob } of tables) {
      const columns = `(${known.get(name)?.columns.join(', ')})`
      const path = join(work, name)
      await getBlob(vault, blob, path)
      if (scope !== null) await removeLeftRows(database, name, scope.id)
      if (name === 'users' && scope !== null) await addPeople(database, columns, path)
      else await database.copyIn(`${name} ${columns}`, path).catch(withTable(name))
      await rm(path)
    }
    await database.query('SET CONSTRAINTS projects_id_watermark_asset_id_fkey IMMEDIATE')
    for (const { name, sha256 } of tables) {
      const table = known.get(name)
      const select = table && selectRows(table, scope)
      // Accounts that were there stay as they are.
      if (!select || (name === 'users' && scope !== null)) continue
      const found = await database.copyOut(select)
      if (found.sha256 !== sha256)
        throw new Error(`the rows of ${name} are not those of the backup`)
    }
  })
  await database.query('ANALYZE')
}

/** The projects exist by now, so these are rows of before the organization was deleted. */
async function removeLeftRows(database: Database, name: string, organizationId: string) {
  const table = savedTables.find((one) => one.name === name)
  if (!table?.outlivesProject) return
  await database.query(`DELETE FROM ${name} WHERE ${table.ofOrganization?.(organizationId)}`)
}

const withTable = (name: string) => (error: Error & { detail?: string }) => {
  throw new Error(`${name}: ${error.message}. ${error.detail ?? ''} Nothing was changed`)
}

/** @throws if another account has the address of a person. */
async function addPeople(database: Database, columns: string, path: string) {
  await database.query('CREATE TEMPORARY TABLE people (LIKE users) ON COMMIT DROP')
  await database.copyIn(`people ${columns}`, path)
  const others = await database.query<{ email: string }>(
    'SELECT email FROM people WHERE EXISTS (SELECT FROM users AS u WHERE u.email_key = people.email_key AND u.id <> people.id)',
  )
  if (others.length > 0) {
    throw new Error(
      `other accounts have the addresses of people of the organization: ${others.map(({ email }) => email).join(', ')}. They have to change theirs, or be deleted, first. Nothing was changed`,
    )
  }
  const names = columns.slice(1, -1)
  await database.query(
    `INSERT INTO users ${columns} SELECT ${names} FROM people WHERE id NOT IN (SELECT id FROM users)`,
  )
}

/** How many objects have a signature, and none by these secrets. */
function signedByOthers(objects: readonly SavedObject[], secrets: readonly string[]): number {
  if (secrets.length === 0) return 0
  const { check } = createObjectChecksums(secrets)
  const signed = objects.filter(({ key }) => parseAssetObject(key)?.name !== 'original')
  return signed.filter((object) => check(object, object.metadata) !== 'right').length
}

/** Puts back the objects that the rows of the installation name and its store does not have. */
export async function restoreObjects(parts: Parts) {
  const { database, store, vault, work } = parts
  const files = await readFiles(database, null)
  const saved = new Map<string, SavedObject>()
  for (const { manifest } of (await readBackups(vault, work)).reverse()) {
    for (const object of await readObjectList(vault, manifest, work)) {
      const isScript = manifest.scope === null && parseAssetObject(object.key) === null
      if (isScript || files.isCurrent(object.key)) saved.set(object.key, object)
    }
  }
  const there = new Set<string>()
  for (const folder of ['embed/', ...files.projectIds.map((id) => `projects/${id}/`)]) {
    for (const { key } of await retried(() => store.list(folder))) there.add(key)
  }
  const missing = [...saved.values()].filter(({ key }) => !there.has(key))
  const stored = await storeObjects(parts, missing)
  const lost = files.originals
    .map(({ key }) => key)
    .filter((key) => !there.has(key) && !saved.has(key))
  return { stored, lost }
}
