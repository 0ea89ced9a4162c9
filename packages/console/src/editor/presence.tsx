import { queryOptions, useQuery } from '@tanstack/react-query'
import { orThrow, type Schemas } from '@vitrine/sdk'
import { useEffect } from 'react'
import { Icon } from '../controls/icon.tsx'
import { useMay } from '../permissions/permissions.tsx'
import { vitrine } from '../server/client.ts'
import { t } from '../words/words.ts'
import css from './editor.module.css'
import { useEdited, useEditing } from './use-editing.tsx'

/** The service forgets an editor that has not reported for 40 s. */
const everyMs = 15_000

const editorsQuery = (projectId: string, widgetId: string) =>
  queryOptions({
    queryKey: ['editors', projectId, widgetId],
    queryFn: ({ signal }): Promise<Schemas['WidgetEditors']> => {
      const params = { path: { projectId, widgetId } }
      const call = '/api/projects/{projectId}/widgets/{widgetId}/editors'
      return orThrow(vitrine.POST(call, { params, signal }))
    },
    // Only while the page is seen.
    refetchInterval: everyMs,
    retry: false,
  })

/** Who else has the widget open. A newer revision is read at once, so that a conflict is seen when it happens. */
export function Presence() {
  const editing = useEditing()
  const mayEdit = useMay()('reportWidgetEditor')
  const { id, projectId } = useEdited(({ widget }) => widget)
  const known = useEdited(({ copy }) => copy.revision)
  const { data, isError } = useQuery({ ...editorsQuery(projectId, id), enabled: mayEdit })
  const isOutdated = (data?.revision ?? 0) > known
  useEffect(() => {
    // Without an answer the next report asks again.
    if (isOutdated) editing.refresh().catch(() => undefined)
  }, [editing, isOutdated])
  const editors = isError ? [] : (data?.editors ?? [])
  return (
    <span role="status" className={`${css.presence} row hint optional`}>
      {editors.length === 0 ? null : (
        <>
          <Icon name="users" size={14} />
          {t('{count, plural, one {{names} is editing} other {{names} are editing}}', {
            count: editors.length,
            names: editors.join(', '),
          })}
        </>
      )}
    </span>
  )
}
