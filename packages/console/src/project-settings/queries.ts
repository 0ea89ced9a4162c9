import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { orThrow, type Schemas } from '@vitrine/sdk'
import { allOf, largestPage } from '../server/all-of.ts'
import type { Asset } from '../server/assets.ts'
import { vitrine } from '../server/client.ts'

export { type Preset, presetsQuery } from '../server/presets.ts'
export type SigningKey = Schemas['SigningKey']

export const signingKeysQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['signing-keys', projectId],
    queryFn: ({ signal }): Promise<SigningKey[]> => {
      const params = { path: { projectId }, query: { size: largestPage } }
      return allOf('/api/projects/{projectId}/signing-keys', { params, signal })
    },
  })

/** Enough to find an opaque one among logos. */
const sampleSize = 20

/** The picture that is the watermark, and the largest of the newest others to show it on; null where there is none. */
export const samplesQuery = (projectId: string, markId: string) =>
  queryOptions({
    queryKey: ['assets', projectId, 'watermark', markId],
    queryFn: async ({ signal }): Promise<{ mark: Asset | null; sample: Asset | null }> => {
      if (markId === '') return { mark: null, sample: null }
      const list = async (query: { id: string[] } | { size: number }) => {
        const params = { path: { projectId }, query }
        const call = vitrine.GET('/api/projects/{projectId}/assets', { params, signal })
        return (await orThrow(call)).content
      }
      const [[mark = null], newest] = await Promise.all([
        list({ id: [markId] }),
        list({ size: sampleSize }),
      ])
      const others = newest.filter(({ id }) => id !== markId)
      const [sample = null] = others.sort((a, b) => b.width * b.height - a.width * a.height)
      return { mark, sample }
    },
    placeholderData: keepPreviousData,
  })
