import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@vitrine/contracts/errors'
import { type ObjectStore, sha256Of } from '@vitrine/object-store'

/**
 * Where backups are kept: files with names, each complete or not there.
 *
 *     blobs/<2 digits>/<sha256>    bytes, named by their hash: tables, lists of objects, objects. Kept once.
 *     backups/<time>-<hash>.json   one backup: names its blobs. Written last.
 *     unfinished/<uuid>.jsonl      objects that a backup has copied which is not finished
 */
export type Vault = {
  /** Names that begin with a folder, `blobs/`. */
  list: (folder: string) => Promise<string[]>
  /** @param sha256 of the file at the path. */
  put: (name: string, path: string, sha256: string) => Promise<void>
  /** Copies a file to a path. @returns false if there is none. */
  get: (name: string, path: string) => Promise<boolean>
  remove: (names: readonly string[]) => Promise<void>
}

export function folderVault(root: string): Vault {
  /** Unfinished copies, which a killed process leaves there. */
  const copies = join(root, 'copies')
  return {
    list: async (folder) => {
      const entries = await readdir(join(root, folder), {
        recursive: true,
        withFileTypes: true,
      }).catch(ignoreMissing)
      return (entries ?? []).flatMap((entry) =>
        entry.isFile()
          ? [relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')]
          : [],
      )
    },
    put: async (name, path) => {
      const [copy, target] = [join(copies, randomUUID()), join(root, name)]
      await mkdir(copies, { recursive: true, mode: 0o700 })
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await copyFile(path, copy)
      const file = await open(copy, 'r+')
      // Otherwise a power failure could leave a complete name with incomplete bytes.
      await file.sync().finally(() => file.close())
      await rename(copy, target)
    },
    get: async (name, path) => {
      const found = await stat(join(root, name)).catch(ignoreMissing)
      if (found) await copyFile(join(root, name), path)
      return found !== undefined
    },
    remove: async (names) => {
      for (const name of names) await rm(join(root, name), { force: true })
      await rm(copies, { recursive: true, force: true })
    },
  }
}

/** @param prefix of all names in the bucket: empty, or a path with a slash at its end. */
export function bucketVault(store: ObjectStore, prefix: string): Vault {
  return {
    list: async (folder) => {
      const found = await retried(() => store.list(`${prefix}${folder}`))
      return found.map(({ key }) => key.slice(prefix.length))
    },
    put: async (name, path, sha256) => {
      const { size } = await stat(path)
      const type = 'application/octet-stream'
      await retried(() => store.putFile(`${prefix}${name}`, path, size, type, sha256))
    },
    get: async (name, path) =>
      (await retried(() => store.download(`${prefix}${name}`, path))) !== null,
    remove: (names) => retried(() => store.remove(names.map((name) => `${prefix}${name}`))),
  }
}

export const blobName = (sha256: string): string => `blobs/${sha256.slice(0, 2)}/${sha256}`

/** Copies a blob to a path. @throws if it is missing, or its bytes are not those that were stored. */
export async function getBlob(vault: Vault, sha256: string, path: string): Promise<void> {
  if (!(await vault.get(blobName(sha256), path))) throw new DamageError(`${sha256} is missing`)
  if ((await sha256Of(path)) !== sha256)
    throw new DamageError(`the bytes of ${sha256} have changed`)
}

/** What a backup named is not what was stored. */
export class DamageError extends Error {}

const attempts = 6

/** Repeats calls of a store that does not answer, over half a minute. */
export async function retried<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call()
    } catch (error) {
      const isAway = error instanceof AppError && error.code === 'STORE_UNAVAILABLE'
      if (!isAway || attempt === attempts) throw error
      await sleep(500 * 2 ** attempt)
    }
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
