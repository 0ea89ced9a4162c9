import { orThrow } from '@vitrine/sdk'
import { vitrine } from '../server/client.ts'
import type { Entry } from './ledger.ts'

/** Gives the folder of an entry, which is made once if the project does not have it. */
export function createFolders(): (entry: Entry) => Promise<string | null> {
  const folders = new Map<string, Promise<string | null>>()
  return (entry) => {
    const { projectId, folderId, path } = entry
    if (path === '') return Promise.resolve(folderId)
    const key = `${projectId} ${folderId} ${path}`
    const existing = folders.get(key)
    if (existing !== undefined) return existing
    const made = pathOf(entry).then(async (whole) => {
      const call = vitrine.POST('/api/projects/{projectId}/folders', {
        params: { path: { projectId } },
        body: { path: whole },
      })
      return (await orThrow(call)).id
    })
    folders.set(key, made)
    made.catch(() => folders.delete(key))
    return made
  }
}

/** From the root of the project on. */
async function pathOf({ projectId, folderId, path }: Entry): Promise<string> {
  if (folderId === null) return path
  const params = { path: { projectId, folderId } }
  const parent = await orThrow(
    vitrine.GET('/api/projects/{projectId}/folders/{folderId}', { params }),
  )
  return `${parent.path.replace(/^\//, '')}/${path}`
}
