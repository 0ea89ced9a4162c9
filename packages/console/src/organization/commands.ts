import { orThrow } from '@vitrine/sdk'
import { vitrine } from '../server/client.ts'
import { queries } from '../server/queries.ts'
import { meQuery } from '../session/use-me.ts'
import { forgetProject } from '../tab-session/last-project.ts'
import { type Organization, organizationQuery } from './queries.ts'

/** @throws VitrineError PRECONDITION_FAILED if another person has changed the organization. */
export async function renameOrganization(
  { id: orgId, revision }: Organization,
  name: string,
): Promise<Organization> {
  const call = vitrine.PUT('/api/organizations/{orgId}', {
    params: { path: { orgId }, header: { 'If-Match': `"${revision}"` } },
    body: { name },
  })
  const updated = await orThrow(call)
  queries.setQueryData(organizationQuery(orgId).queryKey, updated)
  await queries.invalidateQueries(meQuery)
  return updated
}

/** The present state of an organization that another person has changed. */
export const readOrganization = (orgId: string): Promise<Organization> =>
  queries.fetchQuery({ ...organizationQuery(orgId), staleTime: 0 })

export async function deleteOrganization(orgId: string): Promise<void> {
  await orThrow(vitrine.DELETE('/api/organizations/{orgId}', { params: { path: { orgId } } }))
  forgetProject()
}

/** After a deletion, when no page shows the organization any more. */
export const forgetOrganization = (): Promise<void> => queries.invalidateQueries(meQuery)
