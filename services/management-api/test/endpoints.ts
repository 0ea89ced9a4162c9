import type { Role } from '@vitrine/database'
import type { App } from '@vitrine/http'
import { freshName, jpeg, multipartBody } from '@vitrine/testing'
import type { InjectOptions } from 'fastify'
import type { Client } from './client.js'

/** Ids that stand for the parameters of an address. */
export type Place = {
  orgId: string
  projectId: string
  assetId: string
  widgetId: string
  keyId: string
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type Endpoint = {
  method: Method
  path: string
  /** The least role that may call it. Routes without one belong to no tenant. */
  role?: Role
  /** Whether it answers without a token. */
  isOpen?: true
  /** A request that succeeds, but for its address. */
  request?: () => Promise<InjectOptions> | InjectOptions
}

const json = (payload: object) => ({ request: () => ({ payload }) })
const named = (prefix: string) => ({ request: () => ({ payload: { name: freshName(prefix) } }) })

const newWidget = () => ({
  payload: { name: 'Widget', slug: freshName('widget'), layout: 'GRID', assetIds: [] },
})

const photo = async () => {
  const parts = [{ name: 'file', filename: 'photo.jpg', content: await jpeg() }]
  const { body, contentType } = multipartBody(parts)
  return { payload: body, headers: { 'content-type': contentType } }
}

const organization = '/api/organizations/:orgId'
const project = '/api/projects/:projectId'
const asset = `${project}/assets/:assetId`
const widget = `${project}/widgets/:widgetId`

/** Every call that there is and who may make it. What deletes a resource comes last. */
export const endpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/healthz', isOpen: true },
  { method: 'GET', path: '/readyz', isOpen: true },
  { method: 'GET', path: '/api/healthz', isOpen: true },
  { method: 'GET', path: '/api/readyz', isOpen: true },
  { method: 'POST', path: '/api/auth/register', isOpen: true },
  { method: 'POST', path: '/api/auth/login', isOpen: true },
  { method: 'GET', path: '/api/auth/me' },
  { method: 'GET', path: organization, role: 'VIEWER' },
  { method: 'PUT', path: organization, role: 'ADMIN', ...named('Renamed') },
  { method: 'GET', path: `${organization}/audit-events`, role: 'ADMIN' },
  { method: 'POST', path: `${organization}/projects`, role: 'ADMIN', ...named('Project') },
  { method: 'GET', path: `${organization}/projects`, role: 'VIEWER' },
  { method: 'GET', path: project, role: 'VIEWER' },
  { method: 'POST', path: `${project}/assets`, role: 'EDITOR', request: photo },
  { method: 'GET', path: `${project}/assets`, role: 'VIEWER' },
  { method: 'GET', path: asset, role: 'VIEWER' },
  { method: 'PUT', path: asset, role: 'EDITOR', ...json({ altText: 'changed' }) },
  { method: 'POST', path: `${project}/widgets`, role: 'EDITOR', request: newWidget },
  { method: 'GET', path: `${project}/widgets`, role: 'VIEWER' },
  { method: 'GET', path: widget, role: 'VIEWER' },
  { method: 'PUT', path: widget, role: 'EDITOR', ...json({ name: 'changed' }) },
  { method: 'PUT', path: `${widget}/publish`, role: 'EDITOR' },
  { method: 'PUT', path: `${widget}/unpublish`, role: 'EDITOR' },
  { method: 'POST', path: `${project}/api-keys`, role: 'ADMIN', ...named('Key') },
  { method: 'GET', path: `${project}/api-keys`, role: 'VIEWER' },
  { method: 'DELETE', path: asset, role: 'EDITOR' },
  { method: 'DELETE', path: widget, role: 'EDITOR' },
  { method: 'DELETE', path: `${project}/api-keys/:keyId`, role: 'ADMIN' },
]

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

export const parametersOf = ({ path }: Endpoint): (keyof Place)[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as keyof Place)

export async function call(client: Client, endpoint: Endpoint, place: Place) {
  const url = endpoint.path.replace(/:(\w+)/g, (_, name: keyof Place) => place[name])
  return client.send({ ...(await endpoint.request?.()), method: endpoint.method, url })
}

/**
 * `GET /path` of every route that the app has, as the router itself prints them. Left out are
 * HEAD, which comes with every GET, and the catch-all for preflights.
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
    for (const method of methods.split(', ')) if (method !== 'HEAD') routes.add(`${method} ${path}`)
  }
  return [...routes].sort()
}
