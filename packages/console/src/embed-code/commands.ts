import { orThrow } from '@vitrine/sdk'
import type { ApiKey, CreatedApiKey } from '../server/api-keys.ts'
import { vitrine } from '../server/client.ts'
import { originOf } from '../server/origins.ts'
import { queries } from '../server/queries.ts'

/** A key for the pages of one site. */
export async function createKeyFor(
  projectId: string,
  site: string,
  permissions: ApiKey['permissions'],
): Promise<CreatedApiKey> {
  const origin = originOf(site)
  const call = vitrine.POST('/api/projects/{projectId}/api-keys', {
    params: { path: { projectId } },
    body: {
      name: origin.replace(/^[a-z]+:\/\//, '') || site,
      permissions,
      allowedOrigins: [origin],
    },
  })
  const key = await orThrow(call)
  void queries.invalidateQueries({ queryKey: ['api-keys', projectId] })
  return key
}
