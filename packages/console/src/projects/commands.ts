import { orThrow } from '@vitrine/sdk'
import { vitrine } from '../server/client.ts'
import type { Project } from '../server/projects.ts'
import { queries } from '../server/queries.ts'
import { meQuery } from '../session/use-me.ts'

export async function createProject(orgId: string, name: string): Promise<Project> {
  const call = vitrine.POST('/api/organizations/{orgId}/projects', {
    params: { path: { orgId } },
    body: { name },
  })
  const project = await orThrow(call)
  queries.setQueryData(['project', project.id], project)
  await queries.invalidateQueries({ queryKey: ['projects', orgId] })
  return project
}

export async function createOrganization(name: string): Promise<void> {
  await orThrow(vitrine.POST('/api/organizations', { body: { name } }))
  await queries.invalidateQueries(meQuery)
}
