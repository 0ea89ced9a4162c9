import { widgetQuery } from '../publishing/queries.ts'
import { projectQuery } from '../server/projects.ts'
import { queries } from '../server/queries.ts'
import type { Me } from '../session/me.ts'
import { meQuery } from '../session/use-me.ts'

// Data that a page needs from the start is read before the page is rendered: React shows what stands in for a page
// that waits for at least 300 ms. A page itself says why its data cannot be read.

export const putMe = (me: Me): unknown => queries.setQueryData(meQuery.queryKey, me)

export const readProject = (projectId: string): Promise<void> =>
  queries.prefetchQuery(projectQuery(projectId))

export const readWidget = (projectId: string, widgetId: string): Promise<void> =>
  queries.prefetchQuery(widgetQuery(projectId, widgetId))
