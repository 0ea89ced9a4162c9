import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { consoleFileObject, type ObjectChecksums } from '@vitrine/contracts'
import { AppError } from '@vitrine/contracts/errors'
import type { ObjectStore } from '@vitrine/object-store'
import pLimit from 'p-limit'
import type { ConsoleFile } from './build.js'

type Deps = {
  store: Pick<ObjectStore, 'get'>
  checksums: Pick<ObjectChecksums, 'check'>
  /** Called for an object that no replica has stored. */
  refuse: (object: string) => void
}

/** About ten times the size of the largest file, bytes. */
const mostBytes = 4 * 1024 * 1024
/** Maximum number of concurrent lookups in the store, and of queued ones. An invented name costs a lookup. */
const maxLooks = 4
const maxWaitingLooks = 32

const compress = promisify(brotliCompress)
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }

/**
 * Hashed files of other builds, from the object store: pages that were loaded before a deployment ask for
 * them, and pages of a newer replica while it runs. An attacker with write access to the bucket can put
 * anything there, so a file is served only with a checksum that proves that a replica stored it.
 *
 * @returns null if the store does not have it.
 * @throws AppError OVERLOADED, STORE_UNAVAILABLE
 */
export function createStoredConsole({ store, checksums, refuse }: Deps) {
  const limit = pLimit(maxLooks)

  const read = async (path: string, key: string): Promise<ConsoleFile | null> => {
    const found = await store.get(key, { atMostBytes: mostBytes })
    if (found === null) return null
    const { bytes, contentType, metadata } = found
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if (checksums.check({ key, contentType, sha256 }, metadata) !== 'right') {
      refuse(key)
      return null
    }
    const compressed = /\.(?:webp|woff2)$/.test(path) ? null : await compress(bytes, { params })
    // Another compression than the build's: other bytes, so another tag.
    return { path, type: contentType, bytes, compressed, etag: `${sha256.slice(0, 27)}-s` }
  }

  return async (path: string): Promise<ConsoleFile | null> => {
    const key = consoleFileObject(path)
    if (key === null) return null
    if (limit.pendingCount >= maxWaitingLooks) {
      throw new AppError('OVERLOADED', 'Too many files are being looked up. Try again.', {
        retryAfterSeconds: 1,
      })
    }
    return limit(() => read(path, key))
  }
}

export type StoredConsole = ReturnType<typeof createStoredConsole>
