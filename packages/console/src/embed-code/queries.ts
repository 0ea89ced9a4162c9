import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { orThrow, type Schemas } from '@vitrine/sdk'
import { allOf, largestPage } from '../server/all-of.ts'
import { vitrine } from '../server/client.ts'

export type Embed = Schemas['Embed']

/** The codes of a widget. They change with its settings, so they are read each time. */
export const embedQuery = (
  projectId: string,
  widgetId: string,
  lang: string,
  styles: 'inline' | 'files',
) =>
  queryOptions({
    queryKey: ['widgets', projectId, 'code', widgetId, lang, styles],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<Embed> => {
      const params = { path: { projectId, widgetId }, query: { lang, styles } }
      const call = vitrine.GET('/api/projects/{projectId}/widgets/{widgetId}/embed', {
        params,
        signal,
      })
      return orThrow(call)
    },
  })

/** Names of those who may create keys. */
export const adminsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['members', orgId, 'admins'],
    queryFn: async ({ signal }): Promise<string[]> => {
      const params = { path: { orgId }, query: { size: largestPage } }
      const members = await allOf('/api/organizations/{orgId}/members', { params, signal })
      return members
        .filter(({ role }) => role === 'OWNER' || role === 'ADMIN')
        .map(({ name }) => name)
    },
  })
