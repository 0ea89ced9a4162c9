import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { orThrow, type Schemas, VitrineError } from '@vitrine/sdk'
import { type PrivateFile, privateFile } from '@vitrine/sdk/node'
import { stateFolder } from '../session/folders.js'
import type { TargetProject } from './target-project.js'

export type Permissions = Schemas['ApiKey']['permissions']

type KeyRequest = {
  name: string
  permissions: Permissions
  /** Whose pages are to use it. */
  allowedOrigins: readonly string[]
}

export type Key = Pick<Schemas['CreatedApiKey'], 'id' | 'key' | 'permissions' | 'allowedOrigins'>

/** The service shows a key once, so it is kept for the next run. */
type Stored = {
  /** The creation of the key: the same call again, after an interruption, makes no second one. */
  creation: { idempotencyKey: string; body: Schemas['NewApiKey'] }
  created?: { id: string; key: string }
  /** Port of the local page. */
  port?: number
}

type KeyFile = PrivateFile<Stored>

const path = '/api/projects/{projectId}/api-keys'

export function keyFile(env: NodeJS.ProcessEnv, { vitrine, projectId }: TargetProject): KeyFile {
  const name = createHash('sha256').update(`${vitrine.baseUrl} ${projectId}`).digest('hex')
  return privateFile(join(stateFolder(env), 'quickstart', `${name.slice(0, 32)}.json`))
}

/** The key of an earlier run, or a new one; the origins are added to it. */
export const keyFor = (project: TargetProject, file: KeyFile, request: KeyRequest): Promise<Key> =>
  file.exclusive(async () => {
    const stored = await file.read()
    const known = stored && (await findKey(project, stored, request))
    const key = known ?? (await createKey(project, file, request))
    const origins = [...new Set([...key.allowedOrigins, ...request.allowedOrigins])]
    // A key without origins is for all pages.
    if (key.allowedOrigins.length === 0 || origins.length === key.allowedOrigins.length) return key
    const params = { path: { projectId: project.projectId, keyId: key.id } }
    const body = { allowedOrigins: origins }
    const { allowedOrigins } = await orThrow(
      project.vitrine.PUT(`${path}/{keyId}`, { params, body }),
    )
    return { ...key, allowedOrigins }
  })

/** undefined if it was revoked, ends, or permits something else. */
async function findKey(
  { vitrine, projectId }: TargetProject,
  { created }: Stored,
  { permissions }: KeyRequest,
): Promise<Key | undefined> {
  if (created === undefined) return undefined
  const keys = await orThrow(vitrine.GET(path, { params: { path: { projectId } } }))
  const found = keys.find(({ id }) => id === created.id)
  if (found?.permissions !== permissions || found.expiresAt !== null) return undefined
  return { ...created, permissions, allowedOrigins: found.allowedOrigins }
}

async function createKey(project: TargetProject, file: KeyFile, request: KeyRequest): Promise<Key> {
  const stored = await file.read()
  const pending = stored?.created === undefined ? stored?.creation : undefined
  if (pending?.body.permissions === request.permissions) {
    const key = await send(project, pending).catch((error: unknown) => {
      // The key was revoked, or the service has forgotten the call.
      if (error instanceof VitrineError && error.status === 409) return undefined
      throw error
    })
    if (key !== undefined) return keep(file, pending, key)
  }
  const { allowedOrigins, ...others } = request
  const body = { ...others, allowedOrigins: [...allowedOrigins] }
  const creation = { idempotencyKey: randomUUID(), body }
  const port = stored?.port
  await file.write({ creation, ...(port !== undefined && { port }) })
  return keep(file, creation, await send(project, creation))
}

const send = (
  { vitrine, projectId }: TargetProject,
  { idempotencyKey, body }: Stored['creation'],
): Promise<Schemas['CreatedApiKey']> => {
  const header = { 'Idempotency-Key': idempotencyKey }
  return orThrow(vitrine.POST(path, { params: { path: { projectId }, header }, body }))
}

async function keep(
  file: KeyFile,
  creation: Stored['creation'],
  created: Schemas['CreatedApiKey'],
): Promise<Key> {
  const { id, key } = created
  await file.write({ ...(await file.read()), creation, created: { id, key } })
  return created
}

/** The port of the local page of an earlier run, whose origin the key has. */
export const portOf = async (file: KeyFile): Promise<number> => (await file.read())?.port ?? 0

export const savePort = (file: KeyFile, port: number): Promise<void> =>
  file.exclusive(async () => {
    const stored = await file.read()
    if (stored) await file.write({ ...stored, port })
  })
