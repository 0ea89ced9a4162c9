import { AppError, validationFailed } from '@vitrine/contracts/errors'
import type { ScopedDatabase } from '@vitrine/database'
import { difference } from '../../changes/audited-action.js'
import type { ProjectTenant } from '../../changes/author.js'
import type { Changes } from '../../changes/changes.js'
import { presetRepository } from './repository.js'
import { maxPresets, type Preset, type PresetQuery, type PresetUpdate } from './schemas.js'

type Deps = { database: ScopedDatabase; changes: Changes }
type PresetRow = Awaited<ReturnType<ReturnType<typeof presetRepository>['create']>>

const audited = ['name', 'w', 'h', 'fit', 'format', 'q', 'gravity'] as const

export function createPresetService({ database, changes }: Deps) {
  return {
    list: (tenant: ProjectTenant, query: PresetQuery) =>
      database.forProject(tenant).transaction(async (tx) => {
        const page = await presetRepository(tx).list(tenant.projectId, query)
        return { ...page, content: page.content.map(shown) }
      }),

    get: async (tenant: ProjectTenant, name: string): Promise<Preset> =>
      shown(
        requireFound(
          await presetRepository(database.forProject(tenant)).find(tenant.projectId, name),
        ),
      ),

    /**
     * Creates the preset if there is none. When this resolves, no delivery instance answers from the old one.
     *
     * @throws AppError QUOTA_EXCEEDED; PRECONDITION_FAILED if a preset that does not exist was to match.
     */
    put: (
      tenant: ProjectTenant,
      name: string,
      { name: sentName, ...input }: PresetUpdate,
    ): Promise<Preset> =>
      changes.write(tenant, async (tx, { audit, matching }) => {
        const { projectId } = tenant
        const presets = presetRepository(tx)
        const before = await presets.lock(projectId, name)
        if (before !== null) matching(before)
        requireSameName(sentName, name)
        if (before === null) {
          if (tenant.ifMatch !== undefined) throw absent(name)
          requireRoom(await presets.count(projectId))
          const created = await presets.create(projectId, name, input)
          const changed = difference(null, created, audited)
          audit({ action: 'preset.create', resourceId: created.id, changes: changed })
          return shown(created)
        }
        const after = await presets.update(projectId, name, input)
        const changed = difference(before, after, audited)
        if (Object.keys(changed).length > 0) {
          audit({ action: 'preset.update', resourceId: after.id, changes: changed })
        }
        return shown(after)
      }),

    delete: (tenant: ProjectTenant, name: string): Promise<void> =>
      changes.write(tenant, async (tx, { audit, matching }) => {
        const presets = presetRepository(tx)
        const before = matching(requireFound(await presets.lock(tenant.projectId, name)))
        await presets.delete(tenant.projectId, name)
        const changed = difference(before, null, audited)
        audit({ action: 'preset.delete', resourceId: before.id, changes: changed })
      }),
  }
}

export type PresetService = ReturnType<typeof createPresetService>

/** The schema of the request has checked the values. */
const shown = (row: PresetRow): Preset => row as Preset

function requireFound<Row>(row: Row | null): Row {
  if (row === null) throw new AppError('PRESET_NOT_FOUND', 'There is no such preset.')
  return row
}

/** A preset that does not exist yet has no name to compare with, so the schema cannot. */
function requireSameName(sent: string | undefined, name: string): void {
  if (sent === undefined || sent === name) return
  throw validationFailed([{ field: 'name', message: `is ${name} by the address: leave it out` }])
}

const absent = (name: string): AppError =>
  new AppError(
    'PRECONDITION_FAILED',
    `There is no preset ${name}, so no revision matches. Leave If-Match out to create it.`,
  )

function requireRoom(count: number): void {
  if (count < maxPresets) return
  throw new AppError(
    'QUOTA_EXCEEDED',
    `The project has ${count} presets, and ${maxPresets} are allowed. Delete one first.`,
  )
}
