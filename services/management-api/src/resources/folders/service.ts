import type { ScopedDatabase, Transaction } from '@vitrine/database'
import { AppError, isViolationOf, validationFailed } from '@vitrine/errors'
import { difference } from '../../changes/audited-action.js'
import { type Changes, precedingStep } from '../../changes/changes.js'
import type { ProjectTenant } from '../../plugins/tenancy.js'
import { requireParent } from './parent.js'
import { createPath, namesOf, newFolderProblems } from './path.js'
import { type FolderRepository, folderRepository } from './repository.js'
import type { Folder, FolderQuery, FolderUpdate, NewFolder } from './schemas.js'

const audited = ['name', 'path'] as const

/** Assets that one statement can move well within the statement timeout. */
const batchSize = 2000

export function createFolderService(deps: { database: ScopedDatabase; changes: Changes }) {
  const { database, changes } = deps

  /**
   * Moves the assets of a folder and its descendants to the root, in batches, since one statement cannot
   * move any number. If it is interrupted, nothing is lost, and the next call continues.
   */
  const moveAssets = async (tenant: ProjectTenant, folderId: string): Promise<void> => {
    const { projectId } = tenant
    const step = () =>
      changes.write(precedingStep(tenant), async (tx, { matching }) => {
        const folders = await lockTree(tx, projectId)
        matching(found(await folders.find(projectId, folderId)))
        const ids = (await folders.subtree(projectId, folderId)).map(({ id }) => id)
        return folders.moveAssetsToRoot(projectId, ids, batchSize)
      })
    while ((await step()) === batchSize);
  }

  return {
    /**
     * By name, the folder must be new. By path, missing folders are created, and the call may be repeated.
     *
     * @throws AppError UNKNOWN_FOLDER, VALIDATION_FAILED (too deep), FOLDER_NAME_TAKEN
     */
    create: (tenant: ProjectTenant, input: NewFolder): Promise<Folder> => {
      const problems = newFolderProblems(input)
      if (problems.length > 0) throw validationFailed(problems)
      const { name = '', path, parentId = null } = input
      const names = path === undefined ? null : namesOf(path)
      return uniqueName(
        changes.write(tenant, async (tx, { audit }) => {
          const { projectId } = tenant
          const folders = await lockTree(tx, projectId)
          if (parentId !== null) await requireParent(tx, projectId, parentId, [])
          const { id, created } =
            names === null
              ? await createOne(folders, projectId, { name, parentId })
              : await createPath(tx, projectId, names)
          for (const createdId of created) {
            const changed = difference(
              null,
              found(await folders.find(projectId, createdId)),
              audited,
            )
            audit({ action: 'folder.create', resourceId: createdId, changes: changed })
          }
          return found(await folders.find(projectId, id))
        }),
      )
    },

    get: async (tenant: ProjectTenant, folderId: string): Promise<Folder> =>
      found(await folderRepository(database.forActor(tenant)).find(tenant.projectId, folderId)),

    list: (tenant: ProjectTenant, query: FolderQuery) =>
      database
        .forActor(tenant)
        .transaction((tx) => folderRepository(tx).list(tenant.projectId, query)),

    /** Renames, moves, or both. @throws AppError as `create`, and for a cycle */
    update: (tenant: ProjectTenant, folderId: string, input: FolderUpdate): Promise<Folder> =>
      uniqueName(
        changes.write(tenant, async (tx, { audit, matching }) => {
          const { projectId } = tenant
          const folders = await lockTree(tx, projectId)
          const before = matching(found(await folders.find(projectId, folderId)))
          if (typeof input.parentId === 'string') {
            const moved = await folders.subtree(projectId, folderId)
            await requireParent(tx, projectId, input.parentId, moved)
          }
          await folders.update(projectId, folderId, input)
          const after = found(await folders.find(projectId, folderId))
          const changed = difference(before, after, audited)
          if (Object.keys(changed).length > 0) {
            audit({ action: 'folder.update', resourceId: folderId, changes: changed })
          }
          return after
        }),
      ),

    /**
     * A folder with content is deleted only if `recursive`. Its subfolders are deleted, too, and their
     * assets move to the root. Assets are never deleted.
     */
    delete: async (tenant: ProjectTenant, folderId: string, recursive: boolean): Promise<void> => {
      const { projectId } = tenant
      if (recursive) await moveAssets(tenant, folderId)
      await changes.write(tenant, async (tx, { audit, matching }) => {
        const folders = await lockTree(tx, projectId)
        matching(found(await folders.find(projectId, folderId)))
        const ids = (await folders.subtree(projectId, folderId)).map(({ id }) => id)
        const doomed = await folders.lock(projectId, ids)
        const isEmpty = doomed.length === 1 && doomed[0]?.assetCount === 0
        if (!isEmpty && !recursive) {
          throw new AppError(
            'FOLDER_NOT_EMPTY',
            'The folder is not empty. With ?recursive=true its assets move to the root.',
          )
        }
        // Assets that were added in the meantime.
        await folders.moveAssetsToRoot(projectId, ids, batchSize)
        await folders.delete(projectId, ids)
        for (const folder of doomed) {
          const changed = difference(folder, null, audited)
          audit({ action: 'folder.delete', resourceId: folder.id, changes: changed })
        }
      })
    },
  }
}

export type FolderService = ReturnType<typeof createFolderService>

function found(folder: Folder | null): Folder {
  if (folder === null) throw new AppError('FOLDER_NOT_FOUND', 'There is no such folder.')
  return folder
}

async function createOne(
  folders: FolderRepository,
  projectId: string,
  row: { name: string; parentId: string | null },
) {
  const id = await folders.create(projectId, row)
  return { id, created: [id] }
}

async function lockTree(tx: Transaction, projectId: string) {
  const folders = folderRepository(tx)
  if (await folders.lockTree(projectId)) return folders
  throw new AppError('PROJECT_NOT_FOUND', 'There is no such project.')
}

async function uniqueName<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    const indexes = ['folders_sibling_name_key', 'folders_root_name_key']
    if (!indexes.some((index) => isViolationOf(error, index))) throw error
    throw new AppError('FOLDER_NAME_TAKEN', 'There is a folder with this name in the same place.', {
      details: [{ field: 'name', message: 'is taken' }],
    })
  }
}
