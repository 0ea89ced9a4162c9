import { embedScript, type ObjectChecksums } from '@vitrine/contracts'
import type { ObjectStore } from '@vitrine/object-store'
import { LRUCache } from 'lru-cache'
import type { RefusedObjects } from '../../../refused-objects.js'
import { type PartList, partsOf, sha256Of } from './build.js'

type StoredScriptsDeps = {
  store: Pick<ObjectStore, 'get'>
  checksums: Pick<ObjectChecksums, 'check'>
  refused: Pick<RefusedObjects, 'add'>
}

/** About ten times the size of the largest script, bytes. */
const mostBytes = 256 * 1024
/** Maximum number of cached part lists, about 3 KB each. */
const mostLists = 20

/**
 * Scripts of other builds, from the object store. They run on the pages of all sites, and an attacker with
 * write access to the bucket can put anything there. Each script is therefore checked twice before a byte
 * is served: its name has the SHA-256 of its content, and its checksum proves that a replica stored it.
 */
export function createStoredScripts({ store, checksums, refused }: StoredScriptsDeps) {
  const read = async (object: string, expected: string): Promise<Buffer | null> => {
    const found = await store.get(object, { atMostBytes: mostBytes })
    if (found === null) return null
    const { bytes, contentType, metadata } = found
    const sha256 = sha256Of(bytes)
    const isStoredByUs = checksums.check({ key: object, contentType, sha256 }, metadata) === 'right'
    if (isStoredByUs && sha256 === expected) return bytes
    refused.add('script', object)
    return null
  }

  const lists = new LRUCache<string, PartList, { sha256: string }>({
    max: mostLists,
    fetchMethod: async (object, _stale, { context: { sha256 } }) => {
      const bytes = await read(object, sha256)
      return bytes === null ? undefined : partsOf(bytes)
    },
  })

  /** @returns null if the store does not have it, or if a replica did not store it. */
  return async (path: string): Promise<Buffer | null> => {
    const script = embedScript(path)
    if (script === null) return null
    if (script.kind === 'entry') return read(script.object, script.sha256)
    const { list, name, object } = script
    const parts = await lists.fetch(list.object, { context: list })
    const sha256 = parts?.[name]
    return sha256 === undefined ? null : read(object, sha256)
  }
}

export type StoredScripts = ReturnType<typeof createStoredScripts>
