import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../controls/button.tsx'
import { Notice } from '../controls/notice.tsx'
import { May } from '../permissions/permissions.tsx'
import { keysOf } from '../publishing/places.ts'
import { apiKeysQuery } from '../server/api-keys.ts'
import { projectQuery } from '../server/projects.ts'
import { t } from '../words/words.ts'

/** Widgets that are live, but that no site can show for want of a key. */
export function KeyHint({ projectId }: { projectId: string }) {
  const { data: project } = useQuery(projectQuery(projectId))
  const { data: keys } = useQuery(apiKeysQuery(projectId))
  if (keys === undefined || keys.length > 0 || !project?.counts.published) return null
  const action = (
    <May call="createApiKey">
      <Link to={keysOf(projectId)} className={buttonClass('normal', 'sm')}>
        {t('Create a key')}
      </Link>
    </May>
  )
  return (
    <Notice tone="warn" icon="key" action={action}>
      {t('Widgets are live, but this project has no API key: no site can show them yet.')}
    </Notice>
  )
}
