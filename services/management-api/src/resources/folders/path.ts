import { type ErrorDetail, validationFailed } from '@vitrine/contracts/errors'
import type { Transaction } from '@vitrine/database'
import { createCheck } from '@vitrine/http'
import Type from 'typebox'
import { folderRepository } from './repository.js'
import { FolderName, maxFolderDepth } from './schemas.js'

const checkName = createCheck(Type.Object({ name: FolderName }))

/** The names of a path such as `Summer/Beach`, trimmed. @throws AppError VALIDATION_FAILED */
export function namesOf(path: string): string[] {
  const folders = path.split('/').map((name) => ({ name }))
  // The check trims the names.
  const invalid = folders.flatMap((folder) => checkName(folder))
  if (invalid[0] !== undefined) {
    const message = `holds a name that ${invalid[0].message}; names are separated by one slash each`
    throw validationFailed([{ field: 'path', message }])
  }
  if (folders.length > maxFolderDepth) {
    const message = `is deeper than ${maxFolderDepth} folders`
    throw validationFailed([{ field: 'path', message }])
  }
  return folders.map(({ name }) => name)
}

/**
 * Creates those folders of the path that are missing. Call it with the tree locked, so that no other call
 * creates one of them at the same time.
 *
 * @returns the ids of the last folder and of those that were created, from the root on.
 */
export async function createPath(tx: Transaction, projectId: string, names: readonly string[]) {
  const folders = folderRepository(tx)
  const created: string[] = []
  let parentId: string | null = null
  for (const name of names) {
    const known: string | null = await folders.findNamed(projectId, parentId, name)
    parentId = known ?? (await folders.create(projectId, { name, parentId }))
    if (known === null) created.push(parentId)
  }
  return { id: parentId ?? '', created }
}

/** A folder has a name, and perhaps a parent, or it has a path. The body may have any shape. */
export function newFolderProblems(body: unknown): ErrorDetail[] {
  const { name, path, parentId } = (body ?? {}) as Record<string, unknown>
  if (path === undefined) {
    return name === undefined ? [{ field: 'name', message: 'is required, or else a path' }] : []
  }
  return Object.entries({ name, parentId }).flatMap(([field, value]) =>
    value === undefined ? [] : [{ field, message: 'does not go with path' }],
  )
}
