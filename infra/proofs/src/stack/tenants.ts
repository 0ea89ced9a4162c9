import { freshName } from '@vitrine/testing'
import type { Account, AdminClient } from './admin-client.js'

type OwnedProject = Account & {
  /** `/api/projects/…` */
  path: string
}

/** A project with a key and a published widget that never changes. */
export type SampleProject = OwnedProject & {
  projectId: string
  key: string
  /** Slug of the widget that never changes; its config is `{"version":0}`. */
  slug: string
}

export async function createTenant(admin: AdminClient): Promise<SampleProject> {
  const account = await admin.register()
  const { id: projectId } = await admin.create(
    account,
    `/api/organizations/${account.organizationId}/projects`,
    () => ({ name: freshName('Project') }),
  )
  const project = { ...account, projectId, path: `/api/projects/${projectId}` }
  const { key } = await createKey(admin, project)
  const { slug, path } = await createWidget(admin, project, { version: 0 })
  await admin.put(account, `${path}/publish`, {})
  return { ...project, key, slug }
}

/** Creates a draft with a new slug. */
export async function createWidget(
  admin: AdminClient,
  project: OwnedProject,
  config: object,
  assetIds: readonly string[] = [],
): Promise<{ id: string; slug: string; path: string }> {
  const widgets = `${project.path}/widgets`
  const { id, slug } = await admin.create<{ id: string; slug: string }>(project, widgets, () => {
    return { name: 'W', slug: freshName('w'), layout: 'GRID', assetIds, config }
  })
  return { id, slug, path: `${widgets}/${id}` }
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
