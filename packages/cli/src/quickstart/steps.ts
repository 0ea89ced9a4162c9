import { orThrow, pages, type Schemas, type Vitrine } from '@vitrine/sdk'
import { type FoundWidget, findWidget } from '../find-widget.js'
import type { Key } from './key.js'
import type { TargetProject } from './target-project.js'

export type Layout = Schemas['NewWidget']['layout']

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

type WidgetRequest = {
  name: string
  slug: string
  /** That of the widget, or GRID, by default. */
  layout: Layout | undefined
  assetIds: readonly string[]
}

/** Adds the pictures that it lacks to the widget with the slug, or creates it. Its id. */
export async function saveWidget(project: TargetProject, request: WidgetRequest): Promise<string> {
  const { vitrine, projectId } = project
  const found = await findWidget(vitrine, projectId, request.slug)
  return found ? addPictures(project, found, request) : createWidget(project, request)
}

const widgets = '/api/projects/{projectId}/widgets'

async function createWidget(
  { vitrine, projectId }: TargetProject,
  { layout = 'GRID', assetIds, ...names }: WidgetRequest,
): Promise<string> {
  const body = { ...names, layout, assetIds: [...assetIds] }
  return (await orThrow(vitrine.POST(widgets, { params: { path: { projectId } }, body }))).id
}

/** Its name, and the order and texts of its pictures, may have been edited since, and stay. */
async function addPictures(
  { vitrine, projectId }: TargetProject,
  { id: widgetId, revision, ...found }: FoundWidget,
  { layout = found.layout, assetIds }: WidgetRequest,
): Promise<string> {
  const all = [...found.assetIds, ...assetIds.filter((id) => !found.assetIds.includes(id))]
  if (all.length === found.assetIds.length && layout === found.layout) return widgetId
  const header = { 'If-Match': `"${revision}"` }
  const params = { path: { projectId, widgetId }, header }
  const body = { layout, assetIds: all }
  await orThrow(vitrine.PUT(`${widgets}/{widgetId}`, { params, body }))
  return widgetId
}

/** Publishes a widget. The code to paste, with the key in it. */
export async function publish(
  { vitrine, projectId }: TargetProject,
  widgetId: string,
  key: Key,
): Promise<string> {
  const path = { projectId, widgetId }
  const widget = `${widgets}/{widgetId}` as const
  await orThrow(vitrine.PUT(`${widget}/publish`, { params: { path } }))
  const query = { apiKeyId: key.id }
  const embed = await orThrow(vitrine.GET(`${widget}/embed`, { params: { path, query } }))
  return embed.script.replaceAll(embed.placeholder, key.key)
}
