import { orThrow, pages, type Schemas, type Vitrine } from '@vitrine/sdk'
import { findWidget } from '../find-widget.js'

export type Layout = Schemas['NewWidget']['layout']
export type Place = { vitrine: Vitrine; projectId: string }

/** The organization's project with the name, or a new one. */
export async function findOrCreateProject(
  vitrine: Vitrine,
  orgId: string,
  name: string,
): Promise<string> {
  const params = { path: { orgId } }
  const path = '/api/organizations/{orgId}/projects'
  const query = { size: 100 }
  for await (const project of pages(vitrine, path, { params: { ...params, query } })) {
    if (project.name === name) return project.id
  }
  return (await orThrow(vitrine.POST(path, { params, body: { name } }))).id
}

export type WidgetRequest = { name: string; slug: string; layout: Layout; assetIds: string[] }

/** Gives the widget with the slug these pictures, or creates it. Its id. */
export async function saveWidget(
  { vitrine, projectId }: Place,
  widget: WidgetRequest,
): Promise<string> {
  const path = '/api/projects/{projectId}/widgets'
  const found = await findWidget(vitrine, projectId, widget.slug)
  if (found === undefined) {
    const params = { path: { projectId } }
    return (await orThrow(vitrine.POST(path, { params, body: widget }))).id
  }
  const params = { path: { projectId, widgetId: found.id } }
  const { name, layout, assetIds } = widget
  await orThrow(vitrine.PUT(`${path}/{widgetId}`, { params, body: { name, layout, assetIds } }))
  return found.id
}

export async function createKey(
  { vitrine, projectId }: Place,
  name: string,
  allowedOrigins: string[],
): Promise<Schemas['CreatedApiKey']> {
  const params = { path: { projectId } }
  const body = { name, permissions: 'READ', allowedOrigins } as const
  return orThrow(vitrine.POST('/api/projects/{projectId}/api-keys', { params, body }))
}

/** Publishes a widget. The code to paste, with the key in it. */
export async function publish(
  { vitrine, projectId }: Place,
  widgetId: string,
  key: Schemas['CreatedApiKey'],
): Promise<string> {
  const path = { projectId, widgetId }
  const widget = '/api/projects/{projectId}/widgets/{widgetId}'
  await orThrow(vitrine.PUT(`${widget}/publish`, { params: { path } }))
  const query = { apiKeyId: key.id }
  const embed = await orThrow(vitrine.GET(`${widget}/embed`, { params: { path, query } }))
  return embed.script.replaceAll(embed.placeholder, key.key)
}
