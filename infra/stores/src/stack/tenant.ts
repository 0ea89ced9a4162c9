import { freshEmail, freshName, multipartBody } from '@vitrine/testing'
import { expectStatus, parsed, type Reply, send, sendJson } from '../http.js'
import type { Picture } from '../pictures.js'

type Created = { id: string }

/** A new organization. Its owner calls management-api at the given base address. */
export async function createTenant(base: string) {
  const registration = {
    organizationName: freshName('Stores'),
    name: 'Ann',
    email: freshEmail(),
    password: 'correct horse battery',
  }
  const registered = await sendJson(`${base}/api/auth/register`, 'POST', undefined, registration)
  expectStatus(registered, 201, 'register')
  const { accessToken: token, organizationId } = parsed<{
    accessToken: string
    organizationId: string
  }>(registered)
  const call = (url: string, method: string, body?: object) => sendJson(url, method, token, body)

  return {
    token,
    call,
    project: async (base: string): Promise<Project> => {
      const url = `${base}/api/organizations/${organizationId}/projects`
      const reply = expectStatus(await call(url, 'POST', { name: freshName('P') }), 201, 'project')
      const { id } = parsed<Created>(reply)
      return { id, path: `/api/projects/${id}` }
    },
    upload: (base: string, project: Project, picture: Picture): Promise<Reply> => {
      const { body, contentType } = multipartBody([
        { name: 'file', filename: picture.filename, content: picture.bytes },
      ])
      return send(`${base}${project.path}/assets`, {
        method: 'POST',
        token,
        headers: { 'content-type': contentType },
        body: new Uint8Array(body),
      })
    },
    /** @returns the path at delivery of a new published widget with these assets. */
    publish: async (base: string, project: Project, assetIds: readonly string[]) => {
      const slug = freshName('widget')
      const url = `${base}${project.path}/widgets`
      const input = { name: 'W', slug, assetIds, layout: 'GRID' }
      const widget = expectStatus(await call(url, 'POST', input), 201, 'widget')
      const { id } = parsed<Created>(widget)
      expectStatus(await call(`${url}/${id}/publish`, 'PUT'), 200, 'publish')
      const key = await call(`${base}${project.path}/api-keys`, 'POST', { name: 'Site' })
      const apiKey = parsed<{ key: string }>(expectStatus(key, 201, 'API key')).key
      return `/api/v1/widgets/${slug}?api_key=${apiKey}`
    },
    /** Leaves nothing in a store of the environment. */
    deleteAll: async (base: string): Promise<void> => {
      const reply = await call(`${base}/api/organizations/${organizationId}`, 'DELETE')
      expectStatus(reply, 204, 'delete the organization')
    },
  }
}

export type Project = { id: string; path: string }
export type Tenant = Awaited<ReturnType<typeof createTenant>>

export const deliveryPath = (project: Project, assetId: string) =>
  `/api/v1/deliver/${project.id}/${assetId}`
