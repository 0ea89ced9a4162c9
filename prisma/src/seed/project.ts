import { orThrow, pages } from '@vitrine/sdk'
import type { Api } from './api.js'

const shopWindow = { name: 'Shop window', slug: 'shop-window' }
const path = '/api/organizations/{orgId}/projects'

/** @returns the id of the demo's project, which is made where it is missing. */
export async function ensureProject({ vitrine }: Api, organizationId: string): Promise<string> {
  const params = { path: { orgId: organizationId } }
  for await (const { id, slug } of pages(vitrine, path, { params })) {
    if (slug === shopWindow.slug) return id
  }
  const { id } = await orThrow(vitrine.POST(path, { params, body: shopWindow }))
  return id
}
