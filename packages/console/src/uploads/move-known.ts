import { toast, toastError } from '../controls/toast.tsx'
import { type Asset, findAssets } from '../server/assets.ts'
import { setValues } from '../server/bulk.ts'
import { queries } from '../server/queries.ts'
import { t } from '../words/words.ts'
import { createFolders } from './folders.ts'
import type { Entry } from './ledger.ts'

type Place = Pick<Asset, 'id' | 'folderId'>

async function put(projectId: string, places: readonly Place[]): Promise<void> {
  try {
    await setValues(projectId, places)
  } finally {
    for (const key of ['assets', 'folders']) {
      void queries.invalidateQueries({ queryKey: [key, projectId] })
    }
  }
}

/**
 * Moves the pictures that the project had already into the folders that their files were dropped on. A picture
 * that was dropped twice goes where its first file was.
 */
export async function moveKnown(entries: readonly Entry[]): Promise<void> {
  const folderOf = createFolders()
  for (const projectId of new Set(entries.map((entry) => entry.projectId))) {
    const targets = new Map<string, string | null>()
    for (const entry of entries.filter((entry) => entry.projectId === projectId)) {
      const { assetId } = entry
      if (assetId !== null && !targets.has(assetId)) targets.set(assetId, await folderOf(entry))
    }
    const places = await findAssets(projectId, [...targets.keys()])
    const former = places
      .filter(({ id, folderId }) => targets.get(id) !== folderId)
      .map(({ id, folderId }) => ({ id, folderId }))
    await put(
      projectId,
      former.map(({ id }) => ({ id, folderId: targets.get(id) ?? null })),
    )
    toast(
      t(
        '{count, plural, =0 {All are in this folder already.} one {# picture moved.} other {# pictures moved.}}',
        { count: former.length },
      ),
      former.length === 0 ? {} : { undo: () => void put(projectId, former).catch(toastError) },
    )
  }
}
