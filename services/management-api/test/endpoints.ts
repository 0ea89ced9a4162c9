import { randomUUID } from 'node:crypto'
import type { Role } from '@vitrine/database'
import type { App } from '@vitrine/http'
import { freshEmail, freshName, jpeg, multipartBody } from '@vitrine/testing'
import type { InjectOptions } from 'fastify'
import type { Client } from './client.js'

/** Placeholder ids for the path parameters. */
export type PathIds = {
  orgId: string
  projectId: string
  assetId: string
  widgetId: string
  keyId: string
  userId: string
  invitationId: string
  folderId: string
  jobId: string
  presetName: string
  signingKeyId: string
  /** Any value if left out. */
  sessionId?: string
  /** Any value if left out. */
  tokenId?: string
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type Endpoint = {
  method: Method
  path: string
  /** The minimum role for the call. Routes without a role belong to no tenant. */
  role?: Role
  /** Whether the call works without a token. */
  isOpen?: true
  /** A request that succeeds for a valid address. */
  request?: () => Promise<InjectOptions> | InjectOptions
}

const json = (payload: object) => ({ request: () => ({ payload }) })
const named = (prefix: string) => ({ request: () => ({ payload: { name: freshName(prefix) } }) })

const newWidget = () => ({
  payload: { name: 'Widget', slug: freshName('widget'), layout: 'GRID', assetIds: [] },
})

const untagged = { action: 'untag', assetIds: [randomUUID()], tags: ['none'] }

const unknownHash = { sha256: ['0'.repeat(64)] }

const photo = async () => {
  const parts = [{ name: 'file', filename: 'photo.jpg', content: await jpeg() }]
  const { body, contentType } = multipartBody(parts)
  return { payload: body, headers: { 'content-type': contentType } }
}

const invite = () => ({ payload: { email: freshEmail(), role: 'VIEWER' } })

const organization = '/api/organizations/:orgId'
const project = '/api/projects/:projectId'
const folder = `${project}/folders/:folderId`
const asset = `${project}/assets/:assetId`
const widget = `${project}/widgets/:widgetId`
const apiKey = `${project}/api-keys/:keyId`
const preset = `${project}/presets/:presetName`
const signingKeys = `${project}/signing-keys`

/**
 * Every call, with the role that it requires. Calls that delete a resource come last, and children are
 * deleted before their parents.
 */
export const endpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/healthz', isOpen: true },
  { method: 'GET', path: '/readyz', isOpen: true },
  { method: 'GET', path: '/api/healthz', isOpen: true },
  { method: 'GET', path: '/api/readyz', isOpen: true },
  { method: 'GET', path: '/api/openapi.json', isOpen: true },
  { method: 'POST', path: '/api/auth/register', isOpen: true },
  { method: 'POST', path: '/api/auth/login', isOpen: true },
  { method: 'POST', path: '/api/auth/invitations/lookup', isOpen: true },
  { method: 'POST', path: '/api/auth/invitations/accept', isOpen: true },
  { method: 'POST', path: '/api/auth/refresh', isOpen: true },
  { method: 'POST', path: '/api/auth/logout', isOpen: true },
  { method: 'POST', path: '/api/auth/email/verify', isOpen: true },
  { method: 'POST', path: '/api/auth/password/forgot', isOpen: true },
  { method: 'POST', path: '/api/auth/password/reset', isOpen: true },
  { method: 'GET', path: '/api/auth/me' },
  { method: 'PUT', path: '/api/auth/me' },
  { method: 'DELETE', path: '/api/auth/me' },
  { method: 'PUT', path: '/api/auth/password' },
  { method: 'GET', path: '/api/auth/sessions' },
  { method: 'DELETE', path: '/api/auth/sessions' },
  { method: 'DELETE', path: '/api/auth/sessions/:sessionId' },
  { method: 'POST', path: '/api/auth/tokens' },
  { method: 'GET', path: '/api/auth/tokens' },
  { method: 'DELETE', path: '/api/auth/tokens/:tokenId' },
  { method: 'GET', path: '/api/organizations' },
  { method: 'POST', path: '/api/organizations' },
  { method: 'GET', path: organization, role: 'VIEWER' },
  { method: 'PUT', path: organization, role: 'ADMIN', ...named('Renamed') },
  { method: 'GET', path: `${organization}/audit-events`, role: 'ADMIN' },
  { method: 'GET', path: `${organization}/usage`, role: 'VIEWER' },
  { method: 'GET', path: `${organization}/audit-events/export`, role: 'ADMIN' },
  { method: 'GET', path: `${organization}/members`, role: 'VIEWER' },
  {
    method: 'PUT',
    path: `${organization}/members/:userId`,
    role: 'ADMIN',
    ...json({ role: 'EDITOR' }),
  },
  { method: 'POST', path: `${organization}/invitations`, role: 'ADMIN', request: invite },
  { method: 'GET', path: `${organization}/invitations`, role: 'VIEWER' },
  { method: 'POST', path: `${organization}/projects`, role: 'ADMIN', ...named('Project') },
  { method: 'GET', path: `${organization}/projects`, role: 'VIEWER' },
  { method: 'GET', path: project, role: 'VIEWER' },
  { method: 'PUT', path: project, role: 'ADMIN', ...json({ name: 'changed' }) },
  { method: 'POST', path: `${project}/folders`, role: 'EDITOR', ...named('Folder') },
  { method: 'GET', path: `${project}/folders`, role: 'VIEWER' },
  { method: 'GET', path: folder, role: 'VIEWER' },
  { method: 'PUT', path: folder, role: 'EDITOR', ...json({ name: 'changed' }) },
  { method: 'POST', path: `${project}/assets`, role: 'EDITOR', request: photo },
  { method: 'GET', path: `${project}/assets`, role: 'VIEWER' },
  { method: 'GET', path: asset, role: 'VIEWER' },
  { method: 'PUT', path: asset, role: 'EDITOR', ...json({ altText: 'changed' }) },
  { method: 'PUT', path: `${asset}/file`, role: 'EDITOR', request: photo },
  { method: 'GET', path: `${asset}/usage`, role: 'VIEWER' },
  { method: 'GET', path: `${project}/statistics`, role: 'VIEWER' },
  { method: 'GET', path: `${widget}/statistics`, role: 'VIEWER' },
  { method: 'GET', path: `${asset}/history`, role: 'VIEWER' },
  { method: 'POST', path: `${project}/assets/bulk`, role: 'EDITOR', ...json(untagged) },
  { method: 'GET', path: `${project}/assets/counts`, role: 'VIEWER' },
  { method: 'POST', path: `${project}/assets/lookup`, role: 'VIEWER', ...json(unknownHash) },
  { method: 'GET', path: `${project}/jobs/:jobId`, role: 'VIEWER' },
  { method: 'GET', path: `${project}/tags`, role: 'VIEWER' },
  { method: 'POST', path: `${project}/widgets`, role: 'EDITOR', request: newWidget },
  { method: 'GET', path: `${project}/widgets`, role: 'VIEWER' },
  { method: 'GET', path: widget, role: 'VIEWER' },
  { method: 'PUT', path: widget, role: 'EDITOR', ...json({ name: 'changed' }) },
  { method: 'POST', path: `${widget}/duplicate`, role: 'EDITOR' },
  { method: 'POST', path: `${widget}/editors`, role: 'EDITOR' },
  { method: 'GET', path: `${widget}/embed`, role: 'VIEWER' },
  { method: 'GET', path: `${widget}/assets`, role: 'VIEWER' },
  { method: 'GET', path: `${widget}/history`, role: 'VIEWER' },
  { method: 'PUT', path: `${widget}/publish`, role: 'EDITOR' },
  { method: 'PUT', path: `${widget}/unpublish`, role: 'EDITOR' },
  { method: 'POST', path: `${project}/api-keys`, role: 'ADMIN', ...named('Key') },
  { method: 'GET', path: `${project}/api-keys`, role: 'VIEWER' },
  { method: 'PUT', path: apiKey, role: 'ADMIN', ...json({ name: 'changed' }) },
  { method: 'POST', path: `${apiKey}/rotate`, role: 'ADMIN', ...json({ overlapSeconds: 60 }) },
  { method: 'GET', path: `${project}/presets`, role: 'VIEWER' },
  { method: 'GET', path: preset, role: 'VIEWER' },
  { method: 'PUT', path: preset, role: 'ADMIN', ...json({ w: 400 }) },
  { method: 'POST', path: signingKeys, role: 'ADMIN', ...json({}) },
  { method: 'GET', path: signingKeys, role: 'ADMIN' },
  { method: 'DELETE', path: asset, role: 'EDITOR' },
  { method: 'DELETE', path: widget, role: 'EDITOR' },
  { method: 'DELETE', path: apiKey, role: 'ADMIN' },
  { method: 'DELETE', path: folder, role: 'EDITOR' },
  { method: 'DELETE', path: preset, role: 'ADMIN' },
  { method: 'DELETE', path: `${signingKeys}/:signingKeyId`, role: 'ADMIN' },
  { method: 'DELETE', path: `${organization}/invitations/:invitationId`, role: 'ADMIN' },
  // Leaving an organization requires no role; the suite of members covers it.
  { method: 'DELETE', path: `${organization}/members/:userId`, role: 'ADMIN' },
  { method: 'DELETE', path: project, role: 'ADMIN' },
  { method: 'DELETE', path: organization, role: 'OWNER' },
]

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

export const parametersOf = ({ path }: Endpoint): (keyof PathIds)[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as keyof PathIds)

/** The parameters that are no UUIDs: values that are malformed, and one that names nothing. */
export const otherIds: Partial<Record<keyof PathIds, { malformed: string[]; unknown: string }>> = {
  presetName: { malformed: ['Card', 'card-', '{card}'], unknown: 'no-such-preset' },
  signingKeyId: { malformed: ['not-an-id', 'k0', 'K1', '1'], unknown: 'k999' },
}

/** Whether a call creates the resource if there is none. */
export const createsIfMissing = (endpoint: Endpoint): boolean =>
  nameOf(endpoint) === `PUT ${preset}`

export async function call(client: Client, endpoint: Endpoint, place: PathIds) {
  const url = endpoint.path.replace(
    /:(\w+)/g,
    (_, name: keyof PathIds) => place[name] ?? randomUUID(),
  )
  return client.send({ ...(await endpoint.request?.()), method: endpoint.method, url })
}

/**
 * `GET /path` of every route of the app, as printed by the router. Excluded are HEAD (every GET has one),
 * the catch-all for preflights, the documentation page, and the console.
 */
export function registeredRoutes(app: App): string[] {
  const branch: string[] = []
  const routes = new Set<string>()
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part, methods = ''] =
      /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?/.exec(line) ?? []
    if (part === undefined || part === '*') continue
    branch.splice(indent.length / 4, branch.length, part)
    const path = branch.join('').replace(/\/$/, '')
    if (/^\/(?:api\/docs|console)/.test(path)) continue
    for (const method of methods.split(', ')) if (method !== 'HEAD') routes.add(`${method} ${path}`)
  }
  return [...routes].sort()
}
