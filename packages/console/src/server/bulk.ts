import { orThrow, type Schemas } from '@vitrine/sdk'
import { Refusal } from '../words/errors.ts'
import { t } from '../words/words.ts'
import type { Asset } from './assets.ts'
import { vitrine } from './client.ts'

/** Pictures that one call may name: of a list by id, and of a bulk change. */
const mostListed = 100
export const mostChanged = 500

export function chunksOf<One>(all: readonly One[], size: number): One[][] {
  const count = Math.ceil(all.length / size)
  return Array.from({ length: count }, (_, index) => all.slice(index * size, (index + 1) * size))
}

/** The pictures as they are now. One that was deleted since is not among them. */
export async function findAssets(projectId: string, ids: readonly string[]): Promise<Asset[]> {
  const found: Asset[] = []
  for (const id of chunksOf(ids, mostListed)) {
    const params = { path: { projectId }, query: { id, size: mostListed } }
    const call = vitrine.GET('/api/projects/{projectId}/assets', { params })
    found.push(...(await orThrow(call)).content)
  }
  return found
}

export const sendBulk = (projectId: string, body: Schemas['BulkChange']) =>
  orThrow(
    vitrine.POST('/api/projects/{projectId}/assets/bulk', {
      params: { path: { projectId } },
      body,
    }),
  )

/** How many of the pictures that a call names were not changed. */
export const failedOf = (answer: Awaited<ReturnType<typeof sendBulk>>): number =>
  'results' in answer ? answer.results.filter(({ status }) => status !== 'ok').length : 0

/** The sentence after a change of several pictures. */
export const sayFailed = (failed: number): string =>
  t('{failed, plural, one {# picture was} other {# pictures were}} not changed.', { failed })

type Values = Pick<Asset, 'id'> & Partial<Pick<Asset, 'folderId' | 'altText' | 'decorative'>>

/** Sets the given fields of each picture. @throws Refusal if some were not changed. */
export async function setValues(projectId: string, assets: readonly Values[]): Promise<void> {
  let failed = 0
  for (const some of chunksOf(assets, mostChanged)) {
    failed += failedOf(await sendBulk(projectId, { action: 'update', assets: some }))
  }
  if (failed > 0) throw new Refusal(sayFailed(failed))
}
