import { orThrow } from '@vitrine/sdk'
import { vitrine } from '../server/client.ts'
import { queries } from '../server/queries.ts'
import { forgetProject } from '../session/last-project.ts'
import { meQuery } from '../session/use-me.ts'
import { type Organization, organizationQuery } from './queries.ts'

/** @throws VitrineError PRECONDITION_FAILED if another person has changed the organization. */
export async function renameOrganization(
  { id: orgId, revision }: Organization,
  name: string,
): Promise<void> {
  const call = vitrine.PUT('/api/organizations/{orgId}', {
    params: { path: { orgId }, header: { 'If-Match': `"${revision}"` } },
    body: { name },
  })
  queries.setQueryData(organizationQuery(orgId).queryKey, await orThrow(call))
  await queries.invalidateQueries(meQuery)
}

export async function deleteOrganization(orgId: string): Promise<void> {
  await orThrow(vitrine.DELETE('/api/organizations/{orgId}', { params: { path: { orgId } } }))
  forgetProject()
}

/** After a deletion, when no page shows the organization any more. */
export const forgetOrganization = (): Promise<void> => queries.invalidateQueries(meQuery)
