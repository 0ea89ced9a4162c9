import { orThrow, pages } from '@vitrine/sdk'
import { usageError } from '../failure.js'
import type { Context } from '../session/context.js'
import type { Field } from './table.js'
import type { Values } from './values.js'

const path = '/api/projects/{projectId}/folders'
const root = '/'

/** The options with the id of the folder that `--folder` names, if the call has a folder. */
export async function withFolder<Options extends Values>(
  context: Context,
  { query, body }: { query: readonly Field[]; body: readonly Field[] },
  options: Options,
): Promise<Options> {
  const given = options.folder
  if (typeof given !== 'string') return options
  if (options.folderId !== undefined) throw usageError('Give --folder or --folder-id, not both.')
  const isFilter = query.some(isFolderId)
  if (!isFilter && !body.some(isFolderId)) return options
  // The filter and the property have their own values for "no folder".
  if (given === root) return { ...options, folderId: isFilter ? 'root' : false }
  const folderId = isFilter ? await findFolder(context, given) : await makeFolder(context, given)
  return { ...options, folderId }
}

const isFolderId = ({ name }: Field): boolean => name === 'folderId'

/** @throws CommandError if there is no folder with the path. */
export async function findFolder(context: Context, given: string): Promise<string> {
  const vitrine = await context.vitrine()
  const name = given.slice(given.lastIndexOf('/') + 1)
  const params = { path: { projectId: await context.projectId() }, query: { q: name, size: 100 } }
  for await (const folder of pages(vitrine, path, { params })) {
    if (folder.path === given) return folder.id
  }
  throw usageError(`There is no folder "${given}".`)
}

/** The folder with the path, which is created if it is missing. */
async function makeFolder(context: Context, given: string): Promise<string> {
  const vitrine = await context.vitrine()
  const params = { path: { projectId: await context.projectId() } }
  return (await orThrow(vitrine.POST(path, { params, body: { path: given } }))).id
}
