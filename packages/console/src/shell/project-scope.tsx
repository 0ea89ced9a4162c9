import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { RoleScope } from '../permissions/permissions.tsx'
import { projectQuery } from '../server/projects.ts'
import { useMe } from '../session/use-me.ts'
import { rememberProject } from '../tab-session/last-project.ts'

/** Pages of one project. Their controls depend on the role in its organization. */
export default function ProjectScope() {
  const { projectId } = useParams({ from: '/shell/p/$projectId' })
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const me = useMe()
  const role = me.organizations.find(({ id }) => id === project.organizationId)?.role ?? 'VIEWER'
  useEffect(() => rememberProject(projectId), [projectId])
  return (
    <RoleScope role={role}>
      <Outlet />
    </RoleScope>
  )
}
