import { orThrow, type Schemas } from '@vitrine/sdk'
import { Refusal } from '../words/errors.ts'
import { t } from '../words/words.ts'
import { type Asset, chunksOf } from './assets.ts'
import { vitrine } from './client.ts'

/** Pictures that one bulk change may name. */
export const mostChanged = 500

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
