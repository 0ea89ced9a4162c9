import { freshName } from '@vitrine/testing'
import type { Account, AdminClient } from './admin-client.js'

/** A project with a key and a published widget that never changes. */
export type SampleProject = Account & {
  projectId: string
  /** `/api/projects/…` */
  path: string
  key: string
  /** Of the widget that never changes; its config is `{"version":0}`. */
  slug: string
}

export type Tenants = { projects: readonly [SampleProject, SampleProject] }

export async function createTenants(admin: AdminClient): Promise<Tenants> {
  return { projects: [await createTenant(admin), await createTenant(admin)] }
}

async function createTenant(admin: AdminClient): Promise<SampleProject> {
  const account = await admin.register()
  return createProject(admin, account)
}

export async function createProject(admin: AdminClient, account: Account): Promise<SampleProject> {
  const { id: projectId } = await admin.create(
    account,
    `/api/organizations/${account.organizationId}/projects`,
    () => ({ name: freshName('Project') }),
  )
  const path = `/api/projects/${projectId}`
  const { key } = await createKey(admin, { ...account, path })
  const { slug, path: widget } = await createWidget(admin, { ...account, path }, { version: 0 })
  await admin.put(account, `${widget}/publish`, {})
  return { ...account, projectId, path, key, slug }
}

type OwnedProject = Account & { path: string }

/** Creates a draft with a new slug. */
export async function createWidget(
  admin: AdminClient,
  project: OwnedProject,
  config: object,
  assetIds: readonly string[] = [],
): Promise<{ slug: string; path: string }> {
  const { id, slug } = await admin.create<{ id: string; slug: string }>(
    project,
    `${project.path}/widgets`,
    () => ({ name: 'W', slug: freshName('w'), assetIds, layout: 'GRID', config }),
  )
  return { slug, path: `${project.path}/widgets/${id}` }
}

export async function createKey(
  admin: AdminClient,
  project: OwnedProject,
): Promise<{ key: string; id: string; path: string }> {
  const keys = `${project.path}/api-keys`
  const { id, key } = await admin.create<{ id: string; key: string }>(project, keys, () => ({
    name: 'K',
  }))
  return { id, key, path: `${keys}/${id}` }
}
