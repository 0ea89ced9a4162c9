import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Bases = { management: string; delivery: string; root: string }

/** Register, upload, publish, fetch, unpublish. @throws with the first unexpected response. */
export async function checkMainJob({ management, delivery, root }: Bases): Promise<void> {
  const registered = await call<{ accessToken: string; organizationId: string }>(
    `${management}/api/auth/register`,
    201,
    post({
      organizationName: 'Images',
      name: 'Ann',
      email: 'ann@example.com',
      password: 'a long password',
    }),
  )
  const headers = { authorization: `Bearer ${registered.accessToken}` }
  const organization = `${management}/api/organizations/${registered.organizationId}`
  const project = await call<{ id: string }>(
    `${organization}/projects`,
    201,
    post({ name: 'Shop' }, headers),
  )
  const base = `${management}/api/projects/${project.id}`
  const form = new FormData()
  const picture = await readFile(join(root, 'infra/local/home-page.webp'))
  form.set('file', new Blob([new Uint8Array(picture)]), 'home-page.webp')
  const upload = { method: 'POST', headers, body: form }
  const asset = await call<{ id: string }>(`${base}/assets`, 201, upload)
  const fields = { name: 'Mine', slug: 'mine', layout: 'GRID', assetIds: [asset.id] }
  const widget = await call<{ id: string }>(`${base}/widgets`, 201, post(fields, headers))
  const { key } = await call<{ key: string }>(
    `${base}/api-keys`,
    201,
    post({ name: 'site' }, headers),
  )
  await call(`${base}/widgets/${widget.id}/publish`, 200, { method: 'PUT', headers })
  const fetched = `${delivery}/api/v1/widgets/mine?api_key=${key}`
  await call(fetched, 200)
  await expectStatus(`${delivery}/api/v1/deliver/${project.id}/${asset.id}?w=320&format=avif`, 200)
  await call(`${base}/widgets/${widget.id}/unpublish`, 200, { method: 'PUT', headers })
  await call(fetched, 404)
}

const post = (body: object, headers: Readonly<Record<string, string>> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

async function call<Body>(url: string, status: number, init?: RequestInit): Promise<Body> {
  return (await (await expectStatus(url, status, init)).json()) as Body
}

async function expectStatus(url: string, status: number, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (response.status === status) return response
  const { pathname } = new URL(url)
  throw new Error(`${pathname}: ${response.status}, not ${status}: ${await response.text()}`)
}
