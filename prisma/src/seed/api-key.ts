import { type Api, failureOf } from './api.js'
import type { ApiKey } from './resources.js'

/** Errors for a key that cannot read this project's widgets. */
const refusals = [401, 403, 404]

/**
 * @param slug a published widget; undefined when there is none, and no key can be tried.
 * @param known the key of an earlier run. It is kept if it can fetch that widget.
 * @returns a key that reads the project's published widgets.
 */
export async function ensureApiKey(
  api: Api,
  projectId: string,
  slug: string | undefined,
  known: string | undefined,
): Promise<string> {
  const isKept = known !== undefined && slug !== undefined && (await opens(api, slug, known))
  if (isKept) return known
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
