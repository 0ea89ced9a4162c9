import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assetObjects, renditionObject } from '@vitrine/contracts'
import { createObjectStore } from '@vitrine/object-store'
import { backends, objectSecret } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { backUp, type Parts } from '../../../src/backup/backup.js'
import { run } from '../../../src/backup/command-line.js'
import { drill } from '../../../src/backup/drill.js'
import { findBackup, readBackups, readObjectList } from '../../../src/backup/manifest.js'
import { reconcile } from '../../../src/backup/reconcile.js'
import { restore, restoreObjects } from '../../../src/backup/restore.js'
import { openDatabase } from '../../../src/backup/rows.js'
import { leftOutTables, savedTables } from '../../../src/backup/tables.js'
import { blobName, bucketVault, folderVault } from '../../../src/backup/vault.js'
import { keepNewest, verify } from '../../../src/backup/verify.js'
import {
  addOrganization,
  type Installation,
  newFolder,
  newInstallation,
  newVault,
  storePicture,
} from './installation.js'

const secrets = [objectSecret]
const hourMs = 3_600_000

const contentsOf = (manifest: { tables: { name: string; rows: number; sha256: string }[] }) =>
  manifest.tables.map(({ name, rows, sha256 }) => ({ name, rows, sha256 }))

const derived = ['tag_counts', 'asset_hashes', 'project_usage']

const derivedRows = async ({ database }: Installation) =>
  Promise.all(
    derived.map((name) =>
      database.query(`SELECT to_json(t)::text AS row FROM ${name} AS t ORDER BY 1`),
    ),
  )

t.test('every table is in a backup or left out for a reason', async (t) => {
  const database = await openDatabase(backends().databaseUrl)
  t.teardown(() => database.end())
  const tables = await database.tables()
  const named = [...savedTables.map(({ name }) => name), ...leftOutTables.keys()]
  t.strictSame(named.toSorted(), [...tables.keys()].toSorted())
})

t.test(
  'an installation is restored into an empty one with the same rows and objects',
  async (t) => {
    const [source, target, vault] = await Promise.all([
      newInstallation(t),
      newInstallation(t),
      newVault(t),
    ])
    const { pictures, projectId, widgetId, keyHash } = await addOrganization(t, source, 'one')
    await addOrganization(t, source, 'two')
    const [picture] = pictures
    const rendition = renditionObject(projectId, picture?.assetId ?? '', 'r1', 'x')
    const upload = await source.store.signUpload(rendition, 60)
    await upload({
      path: '',
      bytes: Buffer.from('r'),
      sizeBytes: 1,
      contentType: 'image/webp',
      sha256: createHash('sha256').update('r').digest('hex'),
    })

    const { manifest } = await backUp(await source.partsOf(vault), null)
    t.ok(
      manifest.tables.every(({ rows }) => rows > 0),
      'there is a row of every table',
    )
    t.equal(manifest.objects.count, 12, 'originals and smaller copies, but no renditions')
    await restore(await target.partsOf(vault), { sameBucket: false, secrets })

    const again = await backUp(await target.partsOf(await newVault(t)), null)
    t.strictSame(contentsOf(again.manifest), contentsOf(manifest))
    t.strictSame(await derivedRows(target), await derivedRows(source))
    for (const { key, copy } of pictures) {
      for (const name of [key, copy]) {
        t.strictSame(await target.store.get(name), await source.store.get(name))
      }
    }
    t.strictSame(target.lines, [], 'every signature is accepted')
    const rows = await target.database.query<{ sessions: number; mails: number }>(
      `SELECT (SELECT count(*)::int FROM sessions) AS sessions,
      (SELECT count(*)::int FROM jobs WHERE kind = 'send-mail') AS mails`,
    )
    t.strictSame(
      rows,
      [{ sessions: 0, mails: 0 }],
      'nobody is signed in, and no mail is sent again',
    )
    const log = await target.database.query<{ has: boolean }>(
      `SELECT EXISTS (SELECT FROM change_log WHERE $1 = ANY (tags) OR '*' = ANY (tags)) AS has`,
      [`key:${keyHash.toString('hex')}`],
    )
    t.strictSame(log, [{ has: true }], 'caches that had missed a key are told')
    const raised = await target.database.query(
      `UPDATE widgets SET name = 'New' WHERE id = $1 RETURNING revision`,
      [widgetId],
    )
    t.strictSame(raised, [{ revision: 7 }], 'numbers of transactions are not those of the source')
  },
)

t.test('a second backup copies what is new, and the same bytes are kept once', async (t) => {
  const [source, vault] = await Promise.all([newInstallation(t), newVault(t)])
  const { projectId, pictures } = await addOrganization(t, source, 'one')
  const parts = await source.partsOf(vault)
  const first = await backUp(parts, null)
  t.equal(first.copied, 6)
  const blobs = await vault.list('blobs/')
  const second = await backUp(parts, null)
  t.equal(second.copied, 0)
  t.strictSame(await vault.list('blobs/'), blobs, 'tables without a change, too')

  const bytes = await source.store.read(pictures[0]?.key ?? '')
  const assetId = randomUUID()
  const twin = await storePicture(t, source, { assetId, projectId, ...(bytes && { bytes }) })
  await source.database.query(
    `INSERT INTO assets (id, project_id, filename, content_type, size_bytes, width, height, sha256, updated_at)
      VALUES ($1, $2, 'b.png', 'image/png', $3, 1, 1, $4, now())`,
    [assetId, projectId, twin.sizeBytes, `\\x${twin.sha256}`],
  )
  const third = await backUp(parts, null)
  t.equal(third.copied, 2)
  t.equal(third.manifest.objects.count, 8)
  const objects = (await readObjectList(vault, third.manifest, parts.work)).map((one) => one.sha256)
  t.equal(new Set(objects).size, 7)
  t.strictSame(await vault.list('unfinished/'), [])
})

/** The parts of a backup whose store fails after some downloads. */
const failingAfter = (parts: Parts, downloads: number): Parts => {
  let left = downloads
  const download: Parts['store']['download'] = async (...args) => {
    left -= 1
    if (left < 0) throw new Error('killed')
    return parts.store.download(...args)
  }
  return { ...parts, store: { ...parts.store, download } }
}

t.test('a backup that was interrupted leaves none, and the next one goes on', async (t) => {
  const [source, vault] = await Promise.all([newInstallation(t), newVault(t)])
  await addOrganization(t, source, 'one')
  const parts = await source.partsOf(vault)
  await t.rejects(backUp(failingAfter(parts, 4), null), /killed/)
  t.strictSame(await readBackups(vault, parts.work), [])
  const other = await openDatabase(source.env.DATABASE_URL)
  t.teardown(() => other.end())
  await t.rejects(backUp({ ...parts, database: other }, null), /another backup .* is running/)
  const { manifest } = await backUp(parts, null)
  const { blobs, damaged } = await verify(parts, await readBackups(vault, parts.work))
  t.strictSame(damaged, [])
  t.equal((await vault.list('blobs/')).length, blobs, 'no file is left over')
  t.equal(manifest.objects.count, 6)
})

t.test('an asset that is deleted while files are copied is not in the backup', async (t) => {
  const [source, vault] = await Promise.all([newInstallation(t), newVault(t)])
  const { pictures, projectId } = await addOrganization(t, source, 'one')
  const [, deleted] = pictures
  const parts = await source.partsOf(vault)
  const { store } = parts
  const download: typeof store.download = async (key, ...rest) => {
    if (key === deleted?.key) {
      await source.database.query('DELETE FROM assets WHERE id = $1', [deleted.assetId])
      await store.removePrefix(assetObjects(projectId, deleted.assetId))
    }
    return store.download(key, ...rest)
  }
  const { manifest } = await backUp({ ...parts, store: { ...store, download } }, null)
  t.strictSame(manifest.lost, [])
  t.equal(manifest.tables.find(({ name }) => name === 'assets')?.rows, 2)
  t.equal(manifest.objects.count, 4)

  const [next] = pictures
  const list: typeof store.list = async (...args) => {
    await source.database.query('DELETE FROM assets WHERE id = $1', [next?.assetId])
    await store.removePrefix(assetObjects(projectId, next?.assetId ?? ''))
    return store.list(...args)
  }
  const { lostLater } = await backUp({ ...parts, store: { ...store, list } }, null)
  t.strictSame(lostLater, [], 'nor is it lost if an earlier backup has its file')
})

t.test(
  'a lost original is named by backup and reconcile, and put back from an older backup',
  async (t) => {
    const [source, vault] = await Promise.all([newInstallation(t), newVault(t)])
    const { pictures, projectId } = await addOrganization(t, source, 'one')
    const parts = await source.partsOf(vault)
    await backUp(parts, null)
    const [lost, wrong] = pictures.map(({ key }) => key)
    const before = await source.store.get(lost ?? '')
    await source.store.remove([lost ?? ''])
    const upload = await source.store.signUpload(wrong ?? '', 60)
    const bytes = Buffer.from('other')
    await upload({
      path: '',
      bytes,
      sizeBytes: 5,
      contentType: 'image/png',
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    const orphan = await storePicture(t, source, { assetId: randomUUID(), projectId })
    const removed = await storePicture(t, source, { assetId: randomUUID(), projectId })
    await source.database.query(`INSERT INTO jobs (kind, payload) VALUES ('remove-objects', $1)`, [
      JSON.stringify({ prefix: removed.key.replace(/original$/, '') }),
    ])

    t.match(await reconcile(parts, { readsBytes: false }), { lost: [lost], orphaned: [] })
    const later = { readsBytes: true, now: Date.now() + hourMs }
    const found = await reconcile(parts, later)
    t.strictSame(found.lost.toSorted(), [lost, wrong].toSorted())
    t.strictSame(found.orphaned.toSorted(), [orphan.copy, orphan.key])

    const { manifest } = await backUp(await source.partsOf(await newVault(t)), null)
    t.strictSame(manifest.lost.toSorted(), [lost, wrong].toSorted())

    t.strictSame(await restoreObjects(parts), { stored: 1, lost: [] })
    t.strictSame(await source.store.get(lost ?? ''), before)
  },
)

t.test('a restore refuses what it would mix with something else', async (t) => {
  const [source, target, vault] = await Promise.all([
    newInstallation(t),
    newInstallation(t),
    newVault(t),
  ])
  const { id, slug, userId } = await addOrganization(t, source, 'one')
  const [all, one] = await Promise.all([source.partsOf(vault), source.partsOf(vault)])
  await backUp(all, null)
  const { name } = await backUp(one, { id, slug })
  const options = { sameBucket: false, secrets }
  await t.rejects(restore(all, options), /the database is not empty: users has rows/)
  await t.rejects(
    restore(all, { ...options, backup: name }),
    /the organization one \(.*\) exists here: delete it first/,
  )
  await t.rejects(
    restore(all, { ...options, backup: 'x' }),
    /there is no backup x here.*\n {2}.* \(one\)\n {2}.* \(installation\)$/,
  )

  const parts = await target.partsOf(vault)
  const { key } = await storePicture(t, target, { assetId: randomUUID(), projectId: randomUUID() })
  await t.rejects(restore(parts, options), /the bucket has 2 objects that are not in the backup/)
  await target.database.query(
    `INSERT INTO users (name, email, email_key, password_hash, updated_at) VALUES ('Eve', 'ann@one.test', 'ann@one.test', '', now())`,
  )
  await t.rejects(
    restore(parts, { ...options, backup: name }),
    /other accounts have the addresses of people of the organization: ann@one.test/,
  )
  await target.database.query(
    `UPDATE users SET email_key = 'eve'; INSERT INTO organizations (name, slug, updated_at) VALUES ('B', 'one', now())`,
  )
  await t.rejects(
    restore(parts, { ...options, backup: name }),
    /another organization has the slug one/,
  )
  await target.database.query('DELETE FROM organizations; DELETE FROM users')
  await target.database.query(
    `UPDATE _prisma_migrations SET migration_name = '2099_next' WHERE migration_name LIKE '%_cache_purges'`,
  )
  await t.rejects(
    restore(parts, options),
    /the backup ends with the migration \d+_\w+, and the database with 2099_next/,
  )
  await target.database.query(
    `UPDATE _prisma_migrations SET migration_name = '20261130000000_cache_purges' WHERE migration_name = '2099_next'`,
  )

  const { manifest } = await findBackup(vault, parts.work)
  const users = manifest.tables.find((table) => table.name === 'users')?.blob ?? ''
  const copy = join(parts.work, 'kept')
  await vault.get(blobName(users), copy)
  await writeFile(join(parts.work, 'damaged'), 'x')
  await vault.put(blobName(users), join(parts.work, 'damaged'), users)
  await t.rejects(restore(parts, { ...options, sameBucket: true }), /the bytes of .* have changed/)
  t.strictSame(await target.database.query('SELECT id FROM organizations'), [])
  await vault.put(blobName(users), copy, users)

  await restore(parts, { ...options, sameBucket: true })
  t.ok(await target.store.get(key), 'the objects of the lost database stay')
  t.match(await target.database.query('SELECT user_id FROM memberships'), [{ user_id: userId }])
})

t.test('an organization is moved to another installation, and comes back to its own', async (t) => {
  const [source, target, vault] = await Promise.all([
    newInstallation(t),
    newInstallation(t),
    newVault(t),
  ])
  const moved = await addOrganization(t, source, 'moved')
  const stays = await addOrganization(t, source, 'stays')
  const local = await addOrganization(t, target, 'local')
  const scope = { id: moved.id, slug: moved.slug }
  const { name, manifest } = await backUp(await source.partsOf(vault), scope)
  t.equal(manifest.objects.count, 6)
  await restore(await target.partsOf(vault), {
    backup: name,
    sameBucket: false,
    secrets: ['another-secret-of-the-target-installation'],
  })
  t.match(target.lines, [/^3 smaller copies and scripts are signed by a secret/])

  const slugs = await target.database.query<{ slug: string }>(
    'SELECT slug FROM organizations ORDER BY slug',
  )
  t.strictSame(slugs, [{ slug: 'local' }, { slug: 'moved' }])
  const again = await backUp(await target.partsOf(await newVault(t)), scope)
  t.strictSame(contentsOf(again.manifest), contentsOf(manifest))
  const people = await target.database.query<{ id: string }>('SELECT id FROM users')
  t.strictSame(
    people.map(({ id }) => id).toSorted(),
    [moved.userId, moved.former, local.userId, local.former].toSorted(),
  )
  for (const { key } of moved.pictures) {
    t.strictSame(await target.store.get(key), await source.store.get(key))
  }

  // Its people are members elsewhere, so their accounts stay.
  await source.database.query('UPDATE users SET name = $2 WHERE id = $1', [moved.userId, 'Renamed'])
  await source.database.query('DELETE FROM organizations WHERE id = $1', [moved.id])
  await source.store.removePrefix(`projects/${moved.projectId}/`)
  await restore(await source.partsOf(vault), { backup: name, sameBucket: false, secrets })
  const back = await source.database.query<{ name: string }>(
    'SELECT name FROM users WHERE id = $1',
    [moved.userId],
  )
  t.strictSame(back, [{ name: 'Renamed' }], 'an account that exists stays as it is')
  const rest = await backUp(await source.partsOf(await newVault(t)), scope)
  t.strictSame(
    contentsOf(rest.manifest).filter((table) => table.name !== 'users'),
    contentsOf(manifest).filter((table) => table.name !== 'users'),
  )
  t.ok(await source.store.get(stays.pictures[0]?.key ?? ''))
})

t.test('only the newest backups of a scope are kept, with what they name', async (t) => {
  const [source, vault] = await Promise.all([newInstallation(t), newVault(t)])
  const { id, slug, pictures, projectId } = await addOrganization(t, source, 'one')
  const parts = await source.partsOf(vault)
  await backUp(parts, { id, slug })
  const first = await backUp(parts, null)
  const [deleted] = pictures
  await source.database.query('DELETE FROM assets WHERE id = $1', [deleted?.assetId])
  await source.store.removePrefix(assetObjects(projectId, deleted?.assetId ?? ''))
  await backUp(parts, { id, slug })
  const second = await backUp(parts, null)
  t.equal(await keepNewest(parts, null, 1), 1)
  t.equal(await keepNewest(parts, id, 1), 1)
  const backups = await readBackups(vault, parts.work)
  t.equal(backups.length, 2)
  t.notOk(backups.some(({ name }) => name === first.name))
  t.ok(backups.some(({ name }) => name === second.name))
  const gone = deleted?.sha256 ?? ''
  t.notOk((await vault.list('blobs/')).includes(blobName(gone)), 'a deleted picture leaves backups')
  t.strictSame((await verify(parts, backups)).damaged, [])
})

t.test('verify names missing and changed files, and a drill fails', async (t) => {
  const [source, vault] = await Promise.all([newInstallation(t), newVault(t)])
  const { pictures } = await addOrganization(t, source, 'one')
  const parts = await source.partsOf(vault)
  await backUp(parts, null)
  const migrate = fileURLToPath(import.meta.resolve('@vitrine/prisma/migrate'))
  const databaseUrl = source.env.DATABASE_URL
  const { blobs } = await drill(parts, { databaseUrl, migrate })
  t.equal(blobs, (await vault.list('blobs/')).length)
  const scratch = await source.database.query(
    `SELECT datname FROM pg_database WHERE datname LIKE 'vitrine\\_drill\\_%'`,
  )
  t.strictSame(scratch, [])

  const [missing, changed] = pictures.map(({ sha256 }) => sha256)
  await vault.remove([blobName(missing ?? '')])
  const other = join(parts.work, 'other')
  await writeFile(other, randomBytes(9))
  await vault.put(blobName(changed ?? ''), other, changed ?? '')
  const { damaged } = await verify(parts, await readBackups(vault, parts.work))
  t.strictSame(
    damaged.toSorted(),
    [`${missing} is missing`, `the bytes of ${changed} have changed`].toSorted(),
  )
  await t.rejects(drill(parts, { databaseUrl, migrate }), /2 of \d+ files are damaged/)
  const healed = await backUp(parts, null)
  t.equal(healed.copied, 1, 'a file that is missing is copied again')
})

t.test('a folder and a bucket are the same kind of vault', async (t) => {
  const store = createObjectStore({ ...backends().s3, timeoutMs: 15_000 })
  const folder = await newFolder(t)
  for (const vault of [
    folderVault(join(folder, 'vault')),
    bucketVault(store, `${randomUUID()}/`),
  ]) {
    const path = join(folder, 'file')
    await writeFile(path, 'bytes')
    t.strictSame(await vault.list('blobs/'), [])
    t.equal(await vault.get('blobs/aa/a', path), false)
    await vault.put('blobs/aa/a', path, createHash('sha256').update('bytes').digest('hex'))
    t.strictSame(await vault.list('blobs/'), ['blobs/aa/a'])
    t.strictSame(await vault.list('backups/'), [])
    await rm(path)
    t.equal(await vault.get('blobs/aa/a', path), true)
    t.equal(await readFile(path, 'utf8'), 'bytes')
    await vault.remove(['blobs/aa/a', 'blobs/bb/b'])
    t.strictSame(await vault.list('blobs/'), [])
  }
})

/** Runs the program beside an installation. */
const programOf =
  ({ env }: Pick<Installation, 'env'>) =>
  async (...args: string[]) => {
    const written = { stdout: '', stderr: '' }
    const sink = (name: keyof typeof written) => ({
      write: (text: string) => {
        written[name] += text
      },
    })
    const streams = { stdout: sink('stdout'), stderr: sink('stderr') }
    return { code: await run(args, { env, ...streams }), ...written }
  }

t.test(
  'a program that finds a lost original does its work, names it, and ends with 3',
  async (t) => {
    const source = await newInstallation(t)
    const { pictures } = await addOrganization(t, source, 'one')
    const call = programOf(source)
    const vault = `s3://${source.env.S3_BUCKET}/backups`
    const metrics = join(await newFolder(t), 'backup.prom')
    const [copied, never] = pictures.map(({ key }) => key)
    await source.store.remove([never ?? ''])
    const first = await call('backup', '--to', vault)
    t.match(first, { code: 3, stdout: /, 5 objects/ })
    t.equal(first.stderr, `lost, so not in the backup:\n  ${never}\n`)

    await source.store.remove([copied ?? ''])
    const second = await call('backup', '--to', vault, '--metrics', metrics)
    t.match(second, { code: 3, stdout: /, 5 objects/ })
    t.equal(
      second.stderr,
      `lost, so not in the backup:\n  ${never}\nlost, but in the backup (restore --objects):\n  ${copied}\n`,
    )
    t.match(await readFile(metrics, 'utf8'), /^vitrine_backup_lost 2$/m)
    t.match(await call('drill', '--from', vault), {
      code: 3,
      stdout: /can be restored/,
      stderr: never,
    })
    t.match(await call('reconcile'), { code: 3, stderr: /^lost:/m })
    t.match(await call('restore', '--from', vault, '--objects'), {
      code: 3,
      stdout: '1 objects put back\n',
      stderr: `in no backup:\n  ${never}\n`,
    })
  },
)

t.test('the program backs up to a bucket, writes metrics, and explains wrong use', async (t) => {
  const source = await newInstallation(t)
  await addOrganization(t, source, 'one')
  const call = programOf(source)
  const vault = `s3://${source.env.S3_BUCKET}/backups`
  const metrics = join(await newFolder(t), 'backup.prom')
  const made = await call('backup', '--to', vault, '--keep', '2', '--metrics', metrics)
  t.match(made, { code: 0, stdout: /: \d+ rows, 6 objects \(0\.0 MB\), 6 of them copied now\n$/ })
  t.match(await readFile(metrics, 'utf8'), /^vitrine_backup_completed_timestamp_seconds \d+$/m)
  t.match(await call('verify', '--from', vault), {
    code: 0,
    stdout: /^(\d+) of \1 files verified by SHA-256\n$/,
  })
  t.match(await call('restore', '--from', vault), { code: 1, stderr: /the database is not empty/ })
  t.match(await call('backup'), { code: 2, stderr: /name the vault/ })
  t.match(await call('backup', '--to', vault, '--keep', '0'), {
    code: 2,
    stderr: /--keep takes a number/,
  })
  t.match(await call('move'), { code: 2, stderr: /vitrine <command>/ })
  t.match(await call('verify', '--form', vault), { code: 2, stderr: /--form/ })
})
