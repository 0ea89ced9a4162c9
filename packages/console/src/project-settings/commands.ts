import { orThrow, type Schemas } from '@vitrine/sdk'
import type { Change as PublicChange } from '../publishing/follow.ts'
import { toastProof } from '../publishing/toast-proof.ts'
import { vitrine } from '../server/client.ts'
import { type Project, projectQuery } from '../server/projects.ts'
import { queries } from '../server/queries.ts'
import { Refusal } from '../words/errors.ts'
import { t } from '../words/words.ts'
import { type Preset, presetsQuery, signingKeysQuery } from './queries.ts'

type Change = Partial<
  Pick<Project, 'name' | 'slug' | 'transformations' | 'originals' | 'maxPublicWidth' | 'watermark'>
>

/** @throws VitrineError PRECONDITION_FAILED if another person has changed the project. */
export async function updateProject(
  project: Project,
  change: Change,
): Promise<{ updated: Project; response: Response }> {
  const { id: projectId, organizationId, revision } = project
  const call = vitrine.PUT('/api/projects/{projectId}', {
    params: { path: { projectId }, header: { 'If-Match': `"${revision}"` } },
    body: change,
  })
  const updated = await orThrow(call)
  queries.setQueryData(projectQuery(projectId).queryKey, updated)
  await queries.invalidateQueries({ queryKey: ['projects', organizationId] })
  // The addresses in answers are signed while originals are private, or there is a watermark.
  if (change.originals !== undefined || change.watermark !== undefined) {
    await queries.invalidateQueries({ queryKey: ['assets', projectId] })
  }
  return { updated, response: (await call).response }
}

/** The same, with a message that says how far the change is. */
export async function saveProject(project: Project, change: Change): Promise<Project> {
  const { updated, response } = await updateProject(project, change)
  void toastProof(response)
  return updated
}

/** The present state of a project that another person has changed. */
export const readProject = (projectId: string): Promise<Project> =>
  queries.fetchQuery({ ...projectQuery(projectId), staleTime: 0 })

/** The present state of a preset. @throws if it is gone. */
export async function readPreset(projectId: string, name: string): Promise<Preset> {
  const presets = await queries.fetchQuery({ ...presetsQuery(projectId), staleTime: 0 })
  const found = presets.find((preset) => preset.name === name)
  if (found === undefined) throw new Refusal(t('The preset has been deleted.'))
  return found
}

export const deleteProject =
  (projectId: string): PublicChange<unknown> =>
  (client, key) =>
    client.DELETE('/api/projects/{projectId}', {
      params: { path: { projectId }, header: { 'Idempotency-Key': key } },
    })

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
): Promise<Response> {
  const header = known === null ? {} : { 'If-Match': `"${known.revision}"` }
  const call = vitrine.PUT('/api/projects/{projectId}/presets/{presetName}', {
    params: { path: { projectId, presetName }, header },
    body,
  })
  await orThrow(call)
  await queries.invalidateQueries(presetsQuery(projectId))
  return (await call).response
}

export const deletePreset =
  (projectId: string, presetName: string): PublicChange<unknown> =>
  (client, key) =>
    client.DELETE('/api/projects/{projectId}/presets/{presetName}', {
      params: { path: { projectId, presetName }, header: { 'Idempotency-Key': key } },
    })

export const refreshPresets = (projectId: string): Promise<void> =>
  queries.invalidateQueries(presetsQuery(projectId))

export async function createSigningKey(projectId: string): Promise<Schemas['CreatedSigningKey']> {
  const call = vitrine.POST('/api/projects/{projectId}/signing-keys', {
    params: { path: { projectId } },
    body: {},
  })
  const created = await orThrow(call)
  await queries.invalidateQueries(signingKeysQuery(projectId))
  return created
}

export const revokeSigningKey =
  (projectId: string, signingKeyId: string): PublicChange<unknown> =>
  (client, key) =>
    client.DELETE('/api/projects/{projectId}/signing-keys/{signingKeyId}', {
      params: { path: { projectId, signingKeyId }, header: { 'Idempotency-Key': key } },
    })

export const refreshSigningKeys = (projectId: string): Promise<void> =>
  queries.invalidateQueries(signingKeysQuery(projectId))
