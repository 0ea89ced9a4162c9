import { freshName } from '@vitrine/testing'
import type { Account, Desk } from './admin-client.js'

/** A project with a key for it, and a published widget that nobody changes. */
export type Shop = Account & {
  projectId: string
  /** `/api/projects/…` */
  path: string
  key: string
  /** Of the widget that nobody changes; its config is `{"version":0}`. */
  slug: string
}

/** Two organizations that know nothing of each other. */
export type World = { shops: readonly [Shop, Shop] }

export async function createWorld(desk: Desk): Promise<World> {
  return { shops: [await openShop(desk), await openShop(desk)] }
}

async function openShop(desk: Desk): Promise<Shop> {
  const account = await desk.register()
  return openProject(desk, account)
}

export async function openProject(desk: Desk, account: Account): Promise<Shop> {
  const { id: projectId } = await desk.create(
    account,
    `/api/organizations/${account.organizationId}/projects`,
    () => ({ name: freshName('Shop') }),
  )
  const path = `/api/projects/${projectId}`
  const { key } = await createKey(desk, { ...account, path })
  const { slug, path: widget } = await createWidget(desk, { ...account, path }, { version: 0 })
  await desk.put(account, `${widget}/publish`, {})
  return { ...account, projectId, path, key, slug }
}

type Place = Account & { path: string }

/** A draft with a slug that was never used. */
export async function createWidget(
  desk: Desk,
  place: Place,
  config: object,
  assetIds: readonly string[] = [],
): Promise<{ slug: string; path: string }> {
  const { id, slug } = await desk.create<{ id: string; slug: string }>(
    place,
    `${place.path}/widgets`,
    () => ({ name: 'W', slug: freshName('w'), assetIds, layout: 'GRID', config }),
  )
  return { slug, path: `${place.path}/widgets/${id}` }
}

export async function createKey(
  desk: Desk,
  place: Place,
): Promise<{ key: string; id: string; path: string }> {
  const keys = `${place.path}/api-keys`
  const { id, key } = await desk.create<{ id: string; key: string }>(place, keys, () => ({
    name: 'K',
  }))
  return { id, key, path: `${keys}/${id}` }
}
