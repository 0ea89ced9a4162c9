import { orThrow, type Schemas } from '@vitrine/sdk'
import type { Asset, AssetChange } from '../server/assets.ts'
import { failedOf, mostChanged, sendBulk } from '../server/bulk.ts'
import { vitrine } from '../server/client.ts'
import { type Folder, foldersQuery } from '../server/folders.ts'
import { queries } from '../server/queries.ts'
import { type AssetPage, assetQuery } from './queries.ts'
import type { Target } from './target.ts'

/**
 * Shows a change of a picture wherever it is shown, before the service has answered.
 *
 * @returns a function that takes it back.
 */
function showAtOnce({ id, projectId }: Asset, change: AssetChange): () => void {
  const changed = (asset: Asset): Asset =>
    asset.id === id ? ({ ...asset, ...change } as Asset) : asset
  const lists = { queryKey: ['assets', projectId, 'list'] }
  const one = ['assets', projectId, 'one', id]
  const former = [
    ...queries.getQueriesData<AssetPage>(lists),
    [one, queries.getQueryData<Asset>(one)] as const,
  ]
  queries.setQueriesData<AssetPage>(
    lists,
    (page) => page && { ...page, content: page.content.map(changed) },
  )
  queries.setQueryData<Asset>(one, (asset) => asset && changed(asset))
  return () => {
    for (const [key, data] of former) queries.setQueryData(key, data)
  }
}

export const refresh = (projectId: string) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ['assets', projectId] }),
    queries.invalidateQueries({ queryKey: ['folders', projectId] }),
    queries.invalidateQueries({ queryKey: ['project', projectId] }),
  ])

/** Shown at once. @throws VitrineError PRECONDITION_FAILED if the picture was changed since it was read. */
export async function updateAsset(asset: Asset, change: AssetChange): Promise<Asset> {
  const { id: assetId, projectId, revision } = asset
  const call = vitrine.PUT('/api/projects/{projectId}/assets/{assetId}', {
    params: { path: { projectId, assetId }, header: { 'If-Match': `"${revision}"` } },
    body: change,
  })
  const takeBack = showAtOnce(asset, change)
  const updated = await orThrow(call).catch((error: unknown) => {
    takeBack()
    void refresh(projectId)
    throw error
  })
  queries.setQueryData(['assets', projectId, 'one', assetId], updated)
  void refresh(projectId)
  return updated
}

/** The present state of a picture that another person has changed. */
export const readAgain = ({ projectId, id }: Asset): Promise<Asset> =>
  queries.fetchQuery({ ...assetQuery(projectId, id), staleTime: 0 })

/** After the file of a picture was replaced. */
export async function replaced(updated: Asset): Promise<void> {
  const { projectId, id } = updated
  queries.setQueryData(['assets', projectId, 'one', id], updated)
  await refresh(projectId)
}

export type BulkStep =
  | { action: 'move'; folderId: string | null }
  | { action: 'tag' | 'untag'; tags: string[] }
  | { action: 'update'; values: Pick<AssetChange, 'altText' | 'decorative'> }
  | { action: 'delete' }

/**
 * @param onProgress from 0 to 1.
 * @returns how many could not be changed.
 */
export async function changeMany(
  projectId: string,
  target: Target,
  step: BulkStep,
  onProgress: (part: number) => void,
): Promise<number> {
  try {
    return target.kind === 'ids'
      ? await changeByIds(projectId, target.ids, step, onProgress)
      : await changeByFilter(projectId, target, step, onProgress)
  } finally {
    await refresh(projectId)
  }
}

async function changeByIds(
  projectId: string,
  ids: readonly string[],
  step: BulkStep,
  onProgress: (part: number) => void,
): Promise<number> {
  let failed = 0
  for (let from = 0; from < ids.length; from += mostChanged) {
    const answer = await sendBulk(projectId, named(step, ids.slice(from, from + mostChanged)))
    failed += failedOf(answer)
    onProgress(Math.min(1, (from + mostChanged) / ids.length))
  }
  return failed
}

/** The body for pictures that are named. Values are given for each of them. */
const named = (step: BulkStep, assetIds: readonly string[]) =>
  (step.action === 'update'
    ? { action: step.action, assets: assetIds.map((id) => ({ id, ...step.values })) }
    : { ...step, assetIds }) as Schemas['BulkChange']

const pollMs = 700

async function changeByFilter(
  projectId: string,
  { filter, exceptIds, expectedCount }: Extract<Target, { kind: 'filter' }>,
  step: BulkStep,
  onProgress: (part: number) => void,
): Promise<number> {
  const change = {
    ...step,
    filter,
    expectedCount,
    ...(exceptIds.length > 0 && { exceptIds }),
  }
  const answer = await sendBulk(projectId, change as Schemas['BulkChange'])
  if (!('jobId' in answer)) return 0
  const path = { projectId, jobId: answer.jobId }
  for (;;) {
    const job = await orThrow(
      vitrine.GET('/api/projects/{projectId}/jobs/{jobId}', { params: { path } }),
    )
    onProgress(job.total === 0 ? 1 : job.done / job.total)
    if (job.state !== 'RUNNING')
      return job.failedCount + (job.state === 'FAILED' ? job.total - job.done : 0)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

export async function createFolder(
  projectId: string,
  name: string,
  parentId: string | null,
): Promise<Folder> {
  const call = vitrine.POST('/api/projects/{projectId}/folders', {
    params: { path: { projectId } },
    body: { name, ...(parentId !== null && { parentId }) },
  })
  const folder = await orThrow(call)
  await queries.invalidateQueries({ queryKey: ['folders', projectId] })
  return folder
}

/** A new name, or another parent; null for the top. */
export async function updateFolder(
  { projectId, id: folderId, revision }: Folder,
  body: { name?: string; parentId?: string | null },
): Promise<Folder> {
  const call = vitrine.PUT('/api/projects/{projectId}/folders/{folderId}', {
    params: { path: { projectId, folderId }, header: { 'If-Match': `"${revision}"` } },
    body,
  })
  const updated = await orThrow(call)
  await queries.invalidateQueries({ queryKey: ['folders', projectId] })
  return updated
}

/** The present state of a folder. @throws VitrineError if it is gone. */
export async function readFolder({ projectId, id: folderId }: Folder): Promise<Folder> {
  const params = { path: { projectId, folderId } }
  void queries.invalidateQueries(foldersQuery(projectId))
  return orThrow(vitrine.GET('/api/projects/{projectId}/folders/{folderId}', { params }))
}

export async function deleteFolder({ projectId, id: folderId, revision }: Folder): Promise<void> {
  const call = vitrine.DELETE('/api/projects/{projectId}/folders/{folderId}', {
    params: {
      path: { projectId, folderId },
      query: { recursive: true },
      header: { 'If-Match': `"${revision}"` },
    },
  })
  await orThrow(call)
  await refresh(projectId)
}
