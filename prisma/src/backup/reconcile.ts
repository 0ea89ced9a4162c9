import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { assetObjects, fileObjects, projectObjects } from '@vitrine/contracts'
import pLimit from 'p-limit'
import type { Parts as AllParts } from './backup.js'
import { readFiles } from './files.js'
import { retried } from './vault.js'

/** Uploads and removals that are under way are over by then: see management-api's `removal/remove-objects.ts`. */
const settlingMs = 45 * 60_000
const readAtOnce = 8

type Parts = Omit<AllParts, 'vault'>
type Payload = {
  prefix?: string
  projectId?: string
  assetId?: string
  assetIds?: string[]
  fileKey?: string
}

/**
 * Compares the rows with the bucket, and changes nothing.
 *
 * - lost: originals that a row names and the bucket does not have, or, if the bytes are read, not with these bytes
 * - orphaned: objects that no row names, for longer than an upload or a removal takes
 */
export async function reconcile(
  parts: Parts,
  { readsBytes, now = Date.now() }: { readsBytes: boolean; now?: number },
) {
  const { database, store } = parts
  const listed = await retried(() => store.list('projects/'))
  // After the list: an object that was stored before the rows were read is in it, or young.
  const files = await readFiles(database, null)
  const there = new Set(listed.map(({ key }) => key))
  const removing = await prefixesOfJobs(parts)
  const orphaned = listed
    .filter(({ key, storedAtMs }) => !files.isCurrent(key) && now - storedAtMs > settlingMs)
    .map(({ key }) => key)
    .filter((key) => !removing.some((prefix) => key.startsWith(prefix)))
  const missing = files.originals.filter(({ key }) => !there.has(key))
  const suspects = readsBytes ? files.originals : missing
  const wrong = await withOtherBytes(parts, suspects)
  const current = wrong.length === 0 ? files : await readFiles(database, null)
  const lost = wrong.filter((key) => current.isCurrent(key))
  return { assets: files.originals.length, objects: listed.length, lost, orphaned }
}

/** What the jobs that are still to come remove. */
async function prefixesOfJobs({ database }: Parts): Promise<string[]> {
  const jobs = await database.query<{ payload: Payload }>(
    `SELECT payload FROM jobs WHERE kind IN ('remove-objects', 'remove-assets', 'discard-upload', 'discard-file')`,
  )
  return jobs.flatMap(
    ({ payload: { prefix, projectId = '', assetId, assetIds, fileKey = null } }) => {
      if (prefix !== undefined) return [prefix]
      if (assetIds) return assetIds.map((id) => assetObjects(projectId, id))
      if (assetId === undefined) return [projectObjects(projectId)]
      return fileKey === null
        ? [assetObjects(projectId, assetId)]
        : fileObjects(projectId, assetId, fileKey)
    },
  )
}

async function withOtherBytes(
  { store, work }: Parts,
  originals: readonly { key: string; sha256: string }[],
): Promise<string[]> {
  const limit = pLimit(readAtOnce)
  const wrong = await Promise.all(
    originals.map(({ key, sha256 }, n) =>
      limit(async () => {
        const path = join(work, `original-${n}`)
        const found = await retried(() => store.download(key, path))
        await rm(path, { force: true })
        return found?.sha256 === sha256 ? [] : [key]
      }),
    ),
  )
  return wrong.flat()
}
