import type { Role } from '@vitrine/database'
import type { App } from '@vitrine/http'
import { freshEmail, freshName, jpeg, type MultipartPart, multipartBody } from '@vitrine/testing'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Static } from 'typebox'
import type { CreatedApiKey } from '../src/resources/api-keys/schemas.js'
import type { Asset } from '../src/resources/assets/schemas.js'
import type { Folder } from '../src/resources/folders/schemas.js'
import type { CreatedInvitation } from '../src/resources/invitations/schemas.js'
import type { Preset } from '../src/resources/presets/schemas.js'
import type { Project } from '../src/resources/projects/schemas.js'
import type { CreatedSigningKey } from '../src/resources/signing-keys/schemas.js'
import type { Widget } from '../src/resources/widgets/schemas.js'

/** A resource as JSON: timestamps are strings. */
type Sent<Resource> = {
  [Key in keyof Resource]: Date extends Resource[Key] ? string : Resource[Key]
}
export type SentAsset = Sent<Asset>
export type SentWidget = Sent<Static<typeof Widget>>
type Body = object | string
type Headers = Readonly<Record<string, string>>

/** A place of a widget's list without texts and link. */
export const plainItem = (assetId: string) => ({
  assetId,
  caption: null,
  altText: null,
  link: null,
  video: null,
})

/** A client that calls the service with one access token, or with none. */
export function createClient(app: App, token?: string) {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const send = (request: InjectOptions): Promise<LightMyRequestResponse> =>
    app.inject({ ...request, headers: { ...authorization, ...request.headers } })
  const sendJson = (method: 'POST' | 'PUT', url: string, body?: Body) =>
    send(
      body === undefined
        ? { method, url }
        : { method, url, payload: body, headers: { 'content-type': 'application/json' } },
    )
  const sendParts = (
    method: 'POST' | 'PUT',
    url: string,
    parts: readonly MultipartPart[],
    headers: Headers = {},
  ) => {
    const { body, contentType } = multipartBody(parts)
    return send({
      method,
      url,
      payload: body,
      headers: { 'content-type': contentType, ...headers },
    })
  }
  return {
    send,
    get: (url: string) => send({ url }),
    post: (url: string, body?: Body) => sendJson('POST', url, body),
    put: (url: string, body?: Body) => sendJson('PUT', url, body),
    delete: (url: string) => send({ method: 'DELETE', url }),
    postParts: (url: string, parts: readonly MultipartPart[]) => sendParts('POST', url, parts),
    putParts: (url: string, parts: readonly MultipartPart[], headers: Headers = {}) =>
      sendParts('PUT', url, parts, headers),
  }
}

export type Client = ReturnType<typeof createClient>

/** Registers an account with an organization of its own and returns a client for it. */
export async function register(app: App) {
  const credentials = { email: freshEmail(), password: 'correct horse battery' }
  const account = { organizationName: freshName('org'), name: 'Ada Example', ...credentials }
  const response = await createClient(app).post('/api/auth/register', account)
  const { accessToken, refreshToken, organizationId, user } = created<{
    accessToken: string
    refreshToken: string
    organizationId: string
    user: { id: string }
  }>(response)
  const client = createClient(app, accessToken)
  const ids = { organizationId, userId: user.id }
  return { ...client, ...credentials, ...ids, token: accessToken, refreshToken }
}

export type Owner = Awaited<ReturnType<typeof register>>

export async function createProject(owner: Owner): Promise<Sent<Project>> {
  const url = `/api/organizations/${owner.organizationId}/projects`
  return created(await owner.post(url, { name: freshName('Project') }))
}

/** Uploads a file; a small JPEG by default. */
export async function upload(
  client: Client,
  projectId: string,
  part: Partial<MultipartPart> = {},
): Promise<SentAsset> {
  const content = part.content ?? (await jpeg())
  const parts = [{ name: 'file', filename: 'photo.jpg', ...part, content }]
  return created(await client.postParts(`/api/projects/${projectId}/assets`, parts))
}

/** Registers a new account that joins an organization by invitation. */
export async function join(app: App, owner: Owner, role: Role) {
  const { token, email } = await invite(owner, owner.organizationId, { role })
  const account = { name: role, password: 'correct horse battery' }
  const response = await createClient(app).post('/api/auth/invitations/accept', {
    token,
    ...account,
  })
  const { accessToken, refreshToken, user } = response.json()
  if (response.statusCode !== 200) throw new Error(`could not join: ${response.body}`)
  const tokens = { token: String(accessToken), refreshToken: String(refreshToken) }
  return {
    ...createClient(app, tokens.token),
    ...account,
    ...tokens,
    email,
    userId: String(user.id),
  }
}

export async function createFolder(
  client: Client,
  projectId: string,
  input: { name?: string; parentId?: string } = {},
): Promise<Sent<Folder>> {
  const body = { name: freshName('Folder'), ...input }
  return created(await client.post(`/api/projects/${projectId}/folders`, body))
}

/** Accepts a change of all assets of a project, and returns the id of its job. */
export async function createJob(
  client: Client,
  projectId: string,
  change: object = { action: 'move', folderId: null },
): Promise<string> {
  const body = { filter: {}, ...change }
  const response = await client.post(`/api/projects/${projectId}/assets/bulk`, body)
  if (response.statusCode !== 202) throw new Error(`${response.statusCode}: ${response.body}`)
  return response.json<{ jobId: string }>().jobId
}

/** Invites a person; by default a new address, as VIEWER. */
export async function invite(
  client: Client,
  organizationId: string,
  input: { email?: string; role?: Role } = {},
): Promise<Sent<CreatedInvitation>> {
  const body = { email: freshEmail(), role: 'VIEWER', ...input }
  return created(await client.post(`/api/organizations/${organizationId}/invitations`, body))
}

export async function createWidget(
  client: Client,
  projectId: string,
  input: Partial<Record<keyof SentWidget, unknown>> = {},
): Promise<SentWidget> {
  const required = { name: 'Widget', slug: freshName('widget'), assetIds: [], layout: 'GRID' }
  const body = { ...required, ...input }
  return created(await client.post(`/api/projects/${projectId}/widgets`, body))
}

export async function createApiKey(
  client: Client,
  projectId: string,
): Promise<Sent<Static<typeof CreatedApiKey>>> {
  return created(await client.post(`/api/projects/${projectId}/api-keys`, { name: 'Site' }))
}

export async function createPreset(
  client: Client,
  projectId: string,
  preset: object = { w: 400, h: 300 },
): Promise<Sent<Preset>> {
  const name = freshName('preset')
  const response = await client.put(`/api/projects/${projectId}/presets/${name}`, preset)
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${response.body}`)
  return response.json()
}

export const createSigningKey = async (
  client: Client,
  projectId: string,
): Promise<Sent<CreatedSigningKey>> =>
  created(await client.post(`/api/projects/${projectId}/signing-keys`, {}))

/** @throws if the answer is not a 201, since the test's setup is then incomplete. */
function created<Resource>(response: LightMyRequestResponse): Resource {
  if (response.statusCode === 201) return response.json<Resource>()
  throw new Error(`expected a 201, got ${response.statusCode}: ${response.body}`)
}
