import type { RunningService } from '@vitrine/local/services'
import { freshEmail, freshName } from '@vitrine/testing'

export type Answer<Body = Record<string, unknown>> = {
  status: number
  headers: Headers
  body: Body
}

/** A management-api user: calls by method and path, JSON in and out. */
export function createClient(service: Pick<RunningService, 'url'>, token?: string) {
  const call = async <Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Answer<Body>> => {
    const isForm = body instanceof FormData
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const parsed = text === '' ? null : JSON.parse(text)
    return { status: response.status, headers: response.headers, body: parsed as Body }
  }
  return {
    get: <Body>(path: string) => call<Body>('GET', path),
    post: <Body>(path: string, body?: unknown) => call<Body>('POST', path, body),
    put: <Body>(path: string, body?: unknown) => call<Body>('PUT', path, body),
    delete: (path: string) => call<null>('DELETE', path),
    upload: <Body>(path: string, bytes: Buffer, filename: string) => {
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(bytes)]), filename)
      return call<Body>('POST', path, form)
    },
  }
}

/** Creates a new user with a new organization and a project. */
export async function newTenant(service: Pick<RunningService, 'url'>) {
  const registration = {
    organizationName: freshName('Tenant'),
    name: 'Ann',
    email: freshEmail(),
    password: 'a long password',
  }
  const registered = await createClient(service).post<{
    accessToken: string
    organizationId: string
  }>('/api/auth/register', registration)
  const { accessToken, organizationId } = registered.body
  const client = createClient(service, accessToken)
  const project = await client.post<{ id: string }>(
    `/api/organizations/${organizationId}/projects`,
    { name: 'Shop' },
  )
  const path = `/api/projects/${project.body.id}`
  return { client, registration, organizationId, projectId: project.body.id, path }
}
