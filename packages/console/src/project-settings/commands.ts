import { orThrow, type Schemas } from '@vitrine/sdk'
import { vitrine } from '../server/client.ts'
import { type Project, projectQuery } from '../server/projects.ts'
import { queries } from '../server/queries.ts'
import { Refusal } from '../server/refusal.ts'
import { forgetProject } from '../session/last-project.ts'
import { say } from '../words/words.ts'
import { type Preset, presetsQuery, signingKeysQuery } from './queries.ts'

type Change = { name?: string; slug?: string; transformations?: Project['transformations'] }

/** @throws VitrineError PRECONDITION_FAILED if another person has changed the project. */
export async function updateProject(project: Project, change: Change): Promise<Project> {
  const { id: projectId, organizationId, revision } = project
  const call = vitrine.PUT('/api/projects/{projectId}', {
    params: { path: { projectId }, header: { 'If-Match': `"${revision}"` } },
    body: change,
  })
  const updated = await orThrow(call)
  queries.setQueryData(projectQuery(projectId).queryKey, updated)
  await queries.invalidateQueries({ queryKey: ['projects', organizationId] })
  return updated
}

/** The present state of a project that another person has changed. */
export const readProject = (projectId: string): Promise<Project> =>
  queries.fetchQuery({ ...projectQuery(projectId), staleTime: 0 })

/** The present state of a preset. @throws if it is gone. */
export async function readPreset(projectId: string, name: string): Promise<Preset> {
  const presets = await queries.fetchQuery({ ...presetsQuery(projectId), staleTime: 0 })
  const found = presets.find((preset) => preset.name === name)
  if (found === undefined) throw new Refusal(say('The preset has been deleted.'))
  return found
}

export async function deleteProject(projectId: string): Promise<void> {
  await orThrow(vitrine.DELETE('/api/projects/{projectId}', { params: { path: { projectId } } }))
  forgetProject()
}

/** After a deletion, when no page shows the project any more. */
export async function forgetDeleted({ id, organizationId }: Project): Promise<void> {
  queries.removeQueries({ queryKey: ['project', id] })
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['projects', organizationId] }),
    queries.invalidateQueries({ queryKey: ['usage', organizationId] }),
  ])
}

/** @param known null for a new preset. */
export async function savePreset(
  projectId: string,
  presetName: string,
  body: Schemas['PresetUpdate'],
  known: Pick<Preset, 'revision'> | null,
): Promise<void> {
  const header = known === null ? {} : { 'If-Match': `"${known.revision}"` }
  const call = vitrine.PUT('/api/projects/{projectId}/presets/{presetName}', {
    params: { path: { projectId, presetName }, header },
    body,
  })
  await orThrow(call)
  await queries.invalidateQueries(presetsQuery(projectId))
}

export async function deletePreset(projectId: string, presetName: string): Promise<void> {
  const call = vitrine.DELETE('/api/projects/{projectId}/presets/{presetName}', {
    params: { path: { projectId, presetName } },
  })
  await orThrow(call).finally(() => queries.invalidateQueries(presetsQuery(projectId)))
}

export async function createSigningKey(projectId: string): Promise<Schemas['CreatedSigningKey']> {
  const call = vitrine.POST('/api/projects/{projectId}/signing-keys', {
    params: { path: { projectId } },
    body: {},
  })
  const created = await orThrow(call)
  await queries.invalidateQueries(signingKeysQuery(projectId))
  return created
}

export async function revokeSigningKey(projectId: string, signingKeyId: string): Promise<void> {
  const call = vitrine.DELETE('/api/projects/{projectId}/signing-keys/{signingKeyId}', {
    params: { path: { projectId, signingKeyId } },
  })
  await orThrow(call).finally(() => queries.invalidateQueries(signingKeysQuery(projectId)))
}
