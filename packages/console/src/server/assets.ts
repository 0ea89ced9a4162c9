import { queryOptions } from '@tanstack/react-query'
import { orThrow, type Schemas } from '@vitrine/sdk'
import { vitrine } from './client.ts'

export type Asset = Schemas['Asset']

export type AssetChange = {
  filename?: string
  altText?: string | null
  decorative?: boolean
  tags?: string[]
  folderId?: string | null
  /** A JSON object as text, so that its numbers stay as they were written. */
  metadata?: string
  focalPoint?: { x: number; y: number } | null
}

/** The four newest pictures of a project, for its card. */
export const newestQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['assets', projectId, 'newest'],
    queryFn: async ({ signal }): Promise<Asset[]> => {
      const params = { path: { projectId }, query: { size: 4 } }
      const call = vitrine.GET('/api/projects/{projectId}/assets', { params, signal })
      return (await orThrow(call)).content
    },
  })

/** Ids that one list of pictures takes. */
export const mostIds = 100

export function chunksOf<One>(all: readonly One[], size: number): One[][] {
  const count = Math.ceil(all.length / size)
  return Array.from({ length: count }, (_, index) => all.slice(index * size, (index + 1) * size))
}

/** The pictures as they are now. One that was deleted since is not among them. */
export async function findAssets(
  projectId: string,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<Asset[]> {
  const found: Asset[] = []
  for (const id of chunksOf(ids, mostIds)) {
    const query = { id, size: mostIds }
    const call = vitrine.GET('/api/projects/{projectId}/assets', {
      params: { path: { projectId }, query },
      ...(signal && { signal }),
    })
    found.push(...(await orThrow(call)).content)
  }
  return found
}

/** The same for a page, by their ids. */
export const someAssetsQuery = (projectId: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['assets', projectId, 'some', ids],
    enabled: ids.length > 0,
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Asset>> => {
      const found = await findAssets(projectId, ids, signal)
      return new Map(found.map((asset) => [asset.id, asset]))
    },
  })
