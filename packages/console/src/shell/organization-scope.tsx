import { notFound, Outlet, useParams } from '@tanstack/react-router'
import { RoleScope } from '../permissions/permissions.tsx'
import { useMe } from '../session/use-me.ts'

/** Pages of one organization. */
export default function OrganizationScope() {
  const { orgId } = useParams({ from: '/shell/o/$orgId' })
  const organization = useMe().organizations.find(({ id }) => id === orgId)
  if (organization === undefined) throw notFound()
  return (
    <RoleScope role={organization.role}>
      <Outlet />
    </RoleScope>
  )
}
