import { queryOptions } from '@tanstack/react-query'
import { orThrow } from '@vitrine/sdk'
import { vitrine } from '../../server/client.ts'

/**
 * The pictures of one run: the 500 oldest without a text, fixed when it begins, so that "back" and the count
 * keep their meaning while texts are saved.
 */
export const altRunQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['alt-run', projectId],
    queryFn: async ({ signal }): Promise<{ ids: string[]; total: number }> => {
      const query = { alt: 'missing' as const, size: 500, sort: 'createdAt,asc' as const }
      const call = vitrine.GET('/api/projects/{projectId}/assets', {
        params: { path: { projectId }, query },
        signal,
      })
      const { content, totalElements } = await orThrow(call)
      return { ids: content.map(({ id }) => id), total: totalElements }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
