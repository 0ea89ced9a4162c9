export async function createAdmin(url: string) {
  const account = {
    organizationName: 'Bench',
    name: 'Ada Example',
    email: `bench-${Date.now()}@example.com`,
    password: 'correct horse battery',
  }
  const { accessToken, organizationId } = await call<{
    accessToken: string
    organizationId: string
  }>(`${url}/api/auth/register`, { method: 'POST', body: account })
  const send =
    (method: string) =>
    <Body>(path: string, body?: object) =>
      call<Body>(`${url}${path}`, { method, token: accessToken, ...(body && { body }) })
  const post = send('POST')
  return {
    account,
    accessToken,
    organizationId,
    get: send('GET'),
    post,
    put: send('PUT'),
    /** @returns the asset. */
    upload: (projectId: string, filename: string, bytes: Uint8Array<ArrayBuffer>) => {
      const form = new FormData()
      form.set('file', new Blob([bytes]), filename)
      const path = `${url}/api/projects/${projectId}/assets`
      return call<{ id: string }>(path, { method: 'POST', token: accessToken, form })
    },
    createProject: (name: string) =>
      post<{ id: string }>(`/api/organizations/${organizationId}/projects`, { name }),
  }
}

export type Admin = Awaited<ReturnType<typeof createAdmin>>

type Call = { method?: string; body?: object; form?: FormData; token?: string }

async function call<Body>(url: string, options: Call): Promise<Body> {
  const { method = 'GET', body, form, token } = options
  const response = await fetch(url, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(form && { body: form }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`)
  return JSON.parse(text) as Body
}
