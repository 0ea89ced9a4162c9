import type { Api } from './api.js'
import type { Project } from './resources.js'

const shopWindow = { name: 'Shop window', slug: 'shop-window' }

/** @returns the id of the demo's project, which is made where it is missing. */
export async function ensureProject(api: Api, organizationId: string): Promise<string> {
  const path = `/api/organizations/${organizationId}/projects`
  const projects = (await api.list(path)) as Project[]
  const found = projects.find(({ slug }) => slug === shopWindow.slug)
  const project = found ?? ((await api.call('POST', path, shopWindow)) as Project)
  return project.id
}
