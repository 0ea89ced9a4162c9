import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '@vitrine/database'
import type { Role } from '@vitrine/sdk/roles'
import { backends, freshEmail, jpeg, noisePng } from '@vitrine/testing'
import type { Test } from 'tap'
import { type Account, call, startStack } from './stack.ts'

export type Person = { email: string; password: string; name: string }

/** Makes calls as the owner of the account. */
export const callsOf =
  (url: string, { token }: Pick<Account, 'token'>) =>
  <Answer>(method: string, path: string, body?: unknown) =>
    call(url, method, path, { token, ...(body !== undefined && { body }) }) as Promise<Answer>

type Calls = ReturnType<typeof callsOf>

export async function createProject(calls: Calls, organizationId: string): Promise<string> {
  const path = `/api/organizations/${organizationId}/projects`
  return (await calls<{ id: string }>('POST', path, { name: 'Summer' })).id
}

/** A stack, and a fresh organization with one project. */
export async function startProject(t: Test, options?: Parameters<typeof startStack>[1]) {
  const stack = await startStack(t, options)
  const calls = callsOf(stack.url, stack.account)
  const projectId = await createProject(calls, stack.account.organizationId)
  return { ...stack, calls, projectId, project: `/api/projects/${projectId}` }
}

type Upload = { name: string; width?: number; altText?: string; folderId?: string }

export async function upload(
  url: string,
  { token }: Pick<Account, 'token'>,
  projectId: string,
  { name, width = 300, ...fields }: Upload,
): Promise<string> {
  const form = new FormData()
  const bytes = new Uint8Array(await jpeg({ width, height: 200 }))
  form.set('file', new File([bytes], name, { type: 'image/jpeg' }))
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  const path = `/api/projects/${projectId}/assets`
  return ((await call(url, 'POST', path, { token, form })) as { id: string }).id
}

/** Four pictures with their names as texts, each of another width. */
export async function uploadFour(
  url: string,
  account: Account,
  projectId: string,
): Promise<string[]> {
  const ids: string[] = []
  for (const [index, name] of ['Dunes', 'Harbour', 'Lighthouse', 'Pier'].entries()) {
    const fields = { name: `${name}.jpg`, width: 220 + 40 * index, altText: name }
    ids.push(await upload(url, account, projectId, fields))
  }
  return ids
}

/** The pictures of a project, the newest first. */
export const storedIn = async (calls: Calls, projectId: string) =>
  (
    await calls<{ content: { sha256: string; folderId: string | null }[] }>(
      'GET',
      `/api/projects/${projectId}/assets?size=500`,
    )
  ).content

/** A folder of the disk, until the test ends. */
export async function makeFolder(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-pictures-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Files of so many different pictures. */
export async function makeFiles(t: Test, count: number): Promise<string[]> {
  const folder = await makeFolder(t)
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const file = join(folder, `picture-${index}.png`)
      await writeFile(file, await noisePng({ width: 20 + index, height: 20 }))
      return file
    }),
  )
}

/** The database itself, for what no call of the service makes. */
export function openDatabase(t: Test) {
  const database = createDatabase({
    url: backends().databaseUrl,
    poolSize: 1,
    statementTimeoutMs: 600_000,
    onConnectionError: (error) => t.comment(error.message),
  })
  t.teardown(() => database.close())
  return database
}

/** Something of everything that pages show. */
export async function createSample(url: string, account: Account) {
  const { organizationId } = account
  const calls = callsOf(url, account)
  const projectId = await createProject(calls, organizationId)
  const project = `/api/projects/${projectId}`
  const folder = await calls<{ id: string }>('POST', `${project}/folders`, { path: 'Coast' })
  const names = ['Dunes', 'Harbour', 'Lighthouse', 'Pier']
  const assetIds: string[] = []
  for (const [index, name] of names.entries()) {
    const hasText = index > 0
    const fields = { name: `${name}.jpg`, width: 300 + index, folderId: folder.id }
    const texts = hasText ? { altText: name } : {}
    assetIds.push(await upload(url, account, projectId, { ...fields, ...texts }))
  }
  const create = async (slug: string, layout: string) => {
    const body = { name: `The ${slug}`, slug, layout, assetIds }
    return (await calls<{ id: string }>('POST', `${project}/widgets`, body)).id
  }
  const draftId = await create('draft', 'GRID')
  const liveId = await create('live', 'CAROUSEL')
  await calls('PUT', `${project}/widgets/${liveId}/publish`)
  const { key } = await calls<{ key: string }>('POST', `${project}/api-keys`, { name: 'Shop' })
  await calls('POST', `${project}/signing-keys`)
  await calls('PUT', `${project}/presets/card`, { w: 320 })
  await calls('POST', `/api/organizations/${organizationId}/invitations`, {
    email: freshEmail('invited'),
    role: 'VIEWER',
  })
  return { organizationId, projectId, assetIds, draftId, liveId, key }
}

export type Sample = Awaited<ReturnType<typeof createSample>>

/** Another member of the account's organization. */
export async function addMember(url: string, account: Account, role: Role): Promise<Person> {
  const [email, password] = [freshEmail(role.toLowerCase()), 'wet-paint-on-canvas-9']
  const name = `Grace ${role[0]}${role.slice(1).toLowerCase()}`
  const path = `/api/organizations/${account.organizationId}/invitations`
  const { token } = await callsOf(url, account)<{ token: string }>('POST', path, { email, role })
  await call(url, 'POST', '/api/auth/invitations/accept', { body: { token, name, password } })
  return { email, password, name }
}
