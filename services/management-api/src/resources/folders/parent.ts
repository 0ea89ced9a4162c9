import type { Transaction } from '@vitrine/database'
import { AppError, type ErrorCode } from '@vitrine/errors'
import { maxFolderDepth } from './schemas.js'
import { folderTreeRepository } from './tree-repository.js'

/**
 * Checks that a folder may have this parent: the parent is in the project, is not below the folder, and the
 * depth limit is not exceeded. Call it with the tree locked.
 *
 * @param moved the folder and everything below it; empty for a new folder.
 */
export async function requireParent(
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
