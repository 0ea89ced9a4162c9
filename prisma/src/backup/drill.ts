import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { readFiles } from './files.js'
import { findBackup, readObjectList } from './manifest.js'
import { refuseOtherMigrations, restoreRows } from './restore.js'
import { openDatabase } from './rows.js'
import type { Vault } from './vault.js'
import { verify } from './verify.js'

type Options = {
  /** Any database of a server where this role may create one. */
  databaseUrl: string
  backup?: string | undefined
  /** Path of the migration job. */
  migrate: string
}

const scratchPrefix = 'vitrine_drill_'

/**
 * Shows that a backup can be restored: its rows are restored into a scratch database, every byte of it is read and compared
 * with its SHA-256, and each asset has its original, or is named as lost. Nothing else is changed.
 */
export async function drill(
  parts: { vault: Vault; work: string },
  { databaseUrl, backup, migrate }: Options,
) {
  const { vault, work } = parts
  const { name, manifest } = await findBackup(vault, work, backup)
  const { blobs, damaged } = await verify(parts, [{ name, manifest }])
  if (damaged.length > 0) {
    throw new Error(`${damaged.length} of ${blobs} files are damaged: ${damaged[0]}`)
  }
  const server = await openDatabase(databaseUrl)
  const scratch = `${scratchPrefix}${randomBytes(8).toString('hex')}`
  const drop = (database: string, how = '') => server.query(`DROP DATABASE ${database} ${how}`)
  try {
    // Of drills that were killed. One that runs is connected to its own.
    const left = await server.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [scratchPrefix],
    )
    for (const { datname } of left) await drop(datname).catch(() => undefined)
    await server.query(`CREATE DATABASE ${scratch}`)
    const url = new URL(databaseUrl)
    url.pathname = `/${scratch}`
    try {
      const { MANAGEMENT_DATABASE_URL, DELIVERY_DATABASE_URL, ...env } = process.env
      const options = { env: { ...env, DATABASE_URL: url.href } }
      await promisify(execFile)(process.execPath, [migrate], options)
      const database = await openDatabase(url.href)
      try {
        await refuseOtherMigrations(database, manifest)
        await restoreRows({ database, vault, work }, manifest)
        const saved = new Map(
          (await readObjectList(vault, manifest, work)).map(({ key, sha256 }) => [key, sha256]),
        )
        const { originals } = await readFiles(database, null)
        const lost = new Set(manifest.lost)
        const missing = originals.filter(
          ({ key, sha256 }) => saved.get(key) !== sha256 && !lost.has(key),
        )
        if (missing.length > 0) {
          throw new Error(
            `the backup has no original of ${missing.length} assets: ${missing[0]?.key}`,
          )
        }
      } finally {
        await database.end()
      }
    } finally {
      await drop(scratch, 'WITH (FORCE)')
    }
  } finally {
    await server.end()
  }
  return { name, manifest, blobs }
}
