import {
  AppError,
  type ErrorCode,
  isViolationOf,
  validationFailed,
} from '@vitrine/contracts/errors'
import type { ScopedDatabase, Transaction } from '@vitrine/database'
import { difference } from '../../changes/audited-action.js'
import type { ProjectTenant } from '../../changes/author.js'
import { precedingStep } from '../../changes/author.js'
import type { Changes } from '../../changes/changes.js'
import { createPath, namesOf, newFolderProblems } from './path.js'
import { type FolderRepository, folderRepository } from './repository.js'
import {
  type Folder,
  type FolderQuery,
  type FolderUpdate,
  maxFolderDepth,
  type NewFolder,
} from './schemas.js'
import { folderTreeRepository } from './tree-repository.js'

const audited = ['name', 'path'] as const

/** Assets that one statement can move well within the statement timeout. */
const batchSize = 2000

type Deps = { database: ScopedDatabase; changes: Changes }

export class FolderService {
  readonly #database: ScopedDatabase
  readonly #changes: Changes

  constructor({ database, changes }: Deps) {
    this.#database = database
    this.#changes = changes
  }

  /**
   * By name, the folder must be new. By path, missing folders are created, and the call may be repeated.
   *
   * @throws AppError UNKNOWN_FOLDER, VALIDATION_FAILED (too deep), FOLDER_NAME_TAKEN
   */
  async create(tenant: ProjectTenant, input: NewFolder): Promise<Folder> {
    const problems = newFolderProblems(input)
    if (problems.length > 0) throw validationFailed(problems)
    const { projectId } = tenant
    const { name = '', path, parentId = null } = input
    const names = path === undefined ? null : namesOf(path)
    return uniqueName(
      this.#changes.write(tenant, async (tx, { audit }) => {
        await lockTree(tx, projectId)
        const folders = folderRepository(tx)
        if (parentId !== null) await requireParent(tx, projectId, parentId, [])
        const { id, created } =
          names === null
            ? await createOne(folders, projectId, { name, parentId })
            : await createPath(tx, projectId, names)
        for (const createdId of created) {
          const folder = requireFound(await folders.find(projectId, createdId))
          const changed = difference(null, folder, audited)
          audit({ action: 'folder.create', resourceId: createdId, changes: changed })
        }
        return requireFound(await folders.find(projectId, id))
      }),
    )
  }

  async get(tenant: ProjectTenant, folderId: string): Promise<Folder> {
    const folders = folderRepository(this.#database.forProject(tenant))
    return requireFound(await folders.find(tenant.projectId, folderId))
  }

  list(tenant: ProjectTenant, query: FolderQuery) {
    return this.#database
      .forProject(tenant)
      .transaction((tx) => folderRepository(tx).list(tenant.projectId, query))
  }

  /** Renames, moves, or both. @throws AppError as `create`, and for a cycle */
  update(tenant: ProjectTenant, folderId: string, input: FolderUpdate): Promise<Folder> {
    const { projectId } = tenant
    return uniqueName(
      this.#changes.write(tenant, async (tx, { audit, matching }) => {
        const tree = await lockTree(tx, projectId)
        const folders = folderRepository(tx)
        const before = matching(requireFound(await folders.find(projectId, folderId)))
        if (typeof input.parentId === 'string') {
          const moved = await tree.subtree(projectId, folderId)
          await requireParent(tx, projectId, input.parentId, moved)
        }
        await folders.update(projectId, folderId, input)
        const after = requireFound(await folders.find(projectId, folderId))
        const changed = difference(before, after, audited)
        if (Object.keys(changed).length > 0) {
          audit({ action: 'folder.update', resourceId: folderId, changes: changed })
        }
        return after
      }),
    )
  }

  /**
   * A folder with content is deleted only if `recursive`. Its subfolders are deleted, too, and their
   * assets move to the root. Assets are never deleted.
   */
  async delete(tenant: ProjectTenant, folderId: string, recursive: boolean): Promise<void> {
    const { projectId } = tenant
    if (recursive) await this.#moveAssets(tenant, folderId)
    await this.#changes.write(tenant, async (tx, { audit, matching }) => {
      const tree = await lockTree(tx, projectId)
      const folders = folderRepository(tx)
      matching(requireFound(await folders.find(projectId, folderId)))
      const ids = (await tree.subtree(projectId, folderId)).map(({ id }) => id)
      const doomed = await folders.lock(projectId, ids)
      const isEmpty = doomed.length === 1 && doomed[0]?.assetCount === 0
      if (!isEmpty && !recursive) throw notEmpty()
      // Assets that were added in the meantime.
      await tree.moveAssetsToRoot(projectId, ids, batchSize)
      await folders.delete(projectId, ids)
      for (const folder of doomed) {
        const changed = difference(folder, null, audited)
        audit({ action: 'folder.delete', resourceId: folder.id, changes: changed })
      }
    })
  }

  /**
   * Moves the assets of a folder and its descendants to the root, in batches, since one statement cannot
   * move any number. If it is interrupted, nothing is lost, and the next call continues.
   */
  async #moveAssets(tenant: ProjectTenant, folderId: string): Promise<void> {
    const { projectId } = tenant
    const step = () =>
      this.#changes.write(precedingStep(tenant), async (tx, { matching }) => {
        const tree = await lockTree(tx, projectId)
        matching(requireFound(await folderRepository(tx).find(projectId, folderId)))
        const ids = (await tree.subtree(projectId, folderId)).map(({ id }) => id)
        return tree.moveAssetsToRoot(projectId, ids, batchSize)
      })
    while ((await step()) === batchSize);
  }
}

function requireFound(folder: Folder | null): Folder {
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

/** Until the transaction ends, no folder of the project can be created, moved or deleted. */
async function lockTree(tx: Transaction, projectId: string) {
  const tree = folderTreeRepository(tx)
  if (await tree.lock(projectId)) return tree
  throw new AppError('PROJECT_NOT_FOUND', 'There is no such project.')
}

const notEmpty = () =>
  new AppError(
    'FOLDER_NOT_EMPTY',
    'The folder is not empty. With ?recursive=true its assets move to the root.',
  )

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

/**
 * Checks that a folder may have this parent: the parent is in the project, is not below the folder, and the
 * depth limit is not exceeded. Call it with the tree locked.
 *
 * @param moved the folder and everything below it; empty for a new folder.
 */
async function requireParent(
  tx: Transaction,
  projectId: string,
  parentId: string,
  moved: readonly { id: string; level: number }[],
): Promise<void> {
  const ancestors = await folderTreeRepository(tx).ancestors(projectId, parentId)
  if (ancestors.length === 0) throw refused('UNKNOWN_FOLDER', 'must be a folder of this project')
  if (moved.some(({ id }) => id === parentId)) {
    throw refused('VALIDATION_FAILED', 'must not be the folder itself or one below it')
  }
  const levels = Math.max(1, ...moved.map(({ level }) => level))
  if (ancestors.length + levels > maxFolderDepth) {
    throw refused('VALIDATION_FAILED', `would make it deeper than ${maxFolderDepth} folders`)
  }
}

const refused = (code: ErrorCode, message: string) =>
  new AppError(code, `parentId ${message}`, { details: [{ field: 'parentId', message }] })
