import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMay } from '../permissions/permissions.tsx'
import { projectQuery } from '../server/projects.ts'
import { t } from '../words/words.ts'

/** Leads those who may read the log to what one call has changed. */
export function AuditLink({ requestId }: { requestId: string }) {
  const { orgId, projectId = '' } = useParams({ strict: false })
  const { data: project } = useQuery({ ...projectQuery(projectId), enabled: projectId !== '' })
  const organization = orgId ?? project?.organizationId
  if (!useMay()('listAuditEvents') || organization === undefined) return null
  return (
    <Link to="/o/$orgId/audit" params={{ orgId: organization }} search={{ request: requestId }}>
      {t('In the log')}
    </Link>
  )
}
