import { orThrow, VitrineError } from '@vitrine/sdk'
import type { Api } from './api.js'

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
  const { key } = await orThrow(
    api.vitrine.POST('/api/projects/{projectId}/api-keys', {
      params: { path: { projectId } },
      body: { name: 'Demo', permissions: 'READ' },
    }),
  )
  return key
}

async function opens({ siteOf }: Api, widgetSlug: string, apiKey: string): Promise<boolean> {
  const { error, response } = await siteOf(apiKey).GET('/api/v1/widgets/{widgetSlug}', {
    params: { path: { widgetSlug } },
  })
  if (!response.ok && !refusals.includes(response.status)) throw new VitrineError(response, error)
  return response.ok
}
