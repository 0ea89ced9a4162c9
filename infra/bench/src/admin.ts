/** An account of its own, with an organization, that calls management-api. */
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
    get: send('GET'),
    post,
    put: send('PUT'),
    createProject: (name: string) =>
      post<{ id: string }>(`/api/organizations/${organizationId}/projects`, { name }),
  }
}

type Call = { method?: string; body?: object; token?: string }

async function call<Body>(url: string, { method = 'GET', body, token }: Call): Promise<Body> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`)
  return JSON.parse(text) as Body
}
