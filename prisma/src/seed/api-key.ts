import { type Api, failureOf } from './api.js'
import type { ApiKey } from './resources.js'

/** Answers that say that the key does not open this project's widgets. */
const refusals = [401, 403, 404]

/**
 * @param known the key of an earlier run; kept where it fetches the published widget `slug`.
 * @returns a key that reads the project's published widgets.
 */
export async function ensureApiKey(
  api: Api,
  projectId: string,
  slug: string,
  known: string | undefined,
): Promise<string> {
  if (known !== undefined && (await opens(api, slug, known))) return known
  const path = `/api/projects/${projectId}/api-keys`
  const created = (await api.call('POST', path, { name: 'Demo', permissions: 'READ' })) as ApiKey
  return created.key
}

async function opens(api: Api, slug: string, key: string): Promise<boolean> {
  const path = `/api/v1/widgets/${slug}`
  const response = await api.send('GET', path, { headers: { 'x-api-key': key } })
  if (!response.ok && !refusals.includes(response.status)) {
    throw await failureOf('GET', path, response)
  }
  await response.body?.cancel()
  return response.ok
}
