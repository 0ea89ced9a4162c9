import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createObjectStore } from '@vitrine/object-store'
import type { Env } from './program.js'

export type Manifest = {
  createdAt: string
  tables: { name: string; rows: number; sha256: string }[]
  objects: { count: number; sizeBytes: number }
  lost: string[]
}

export type Vault = {
  /** The value of --to and --from. */
  place: string
  /** The settings of its store, if it has one. */
  env: Env
  countBlobs: () => Promise<number>
  newest: () => Promise<Manifest>
  remove: () => Promise<void>
}

/** A new vault: below the bucket of the store that `S3_*` name, or else in a folder. */
export async function createVault(): Promise<Vault> {
  const { S3_ENDPOINT } = process.env
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-vault-'))
  return S3_ENDPOINT === undefined ? folderVault(folder) : bucketVault(S3_ENDPOINT, folder)
}

function folderVault(folder: string): Vault {
  return {
    place: folder,
    env: {},
    countBlobs: async () => {
      const entries = await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).length
    },
    newest: async () => {
      const names = (await readdir(join(folder, 'backups'))).toSorted()
      return parse(await readFile(join(folder, 'backups', names.at(-1) ?? ''), 'utf8'))
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** @param folder for downloads. */
function bucketVault(endpoint: string, folder: string): Vault {
  const setting = (name: string) => process.env[name] ?? ''
  const settings = {
    S3_REGION: process.env.S3_REGION ?? 'us-east-1',
    S3_ACCESS_KEY: setting('S3_ACCESS_KEY'),
    S3_SECRET_KEY: setting('S3_SECRET_KEY'),
  }
  const store = createObjectStore({
    endpoint,
    region: settings.S3_REGION,
    accessKey: settings.S3_ACCESS_KEY,
    secretKey: settings.S3_SECRET_KEY,
    bucket: setting('S3_BUCKET'),
    timeoutMs: 30_000,
  })
  const prefix = `proof-${randomUUID()}/`
  const own = { S3_ENDPOINT: endpoint, ...settings }
  return {
    place: `s3://${setting('S3_BUCKET')}/${prefix}`,
    env: Object.fromEntries(Object.entries(own).map(([name, value]) => [`BACKUP_${name}`, value])),
    countBlobs: async () => (await store.list(`${prefix}blobs/`)).length,
    newest: async () => {
      const keys = (await store.list(`${prefix}backups/`)).map(({ key }) => key).toSorted()
      const path = join(folder, 'manifest')
      await store.download(keys.at(-1) ?? '', path)
      return parse(await readFile(path, 'utf8'))
    },
    remove: async () => {
      await store.removePrefix(prefix)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const parse = (manifest: string) => JSON.parse(manifest) as Manifest
