import {
  type ClientOptions,
  createClient,
  createSession,
  memoryStore,
  orThrow,
  type Session,
  type Vitrine,
} from '@vitrine/sdk'
import { freshEmail, freshName } from '@vitrine/testing'

/** A new account with a project, and its client. */
export async function newAccount(
  baseUrl: string,
  options: Omit<ClientOptions<Session>, 'baseUrl' | 'session'> = {},
) {
  const registration = {
    organizationName: freshName('Tenant'),
    name: 'Ann',
    email: freshEmail(),
    password: 'a long password',
  }
  const store = memoryStore()
  const session = createSession(store)
  const vitrine = createClient({ baseUrl, session, ...options })
  const registered = await orThrow(vitrine.POST('/api/auth/register', { body: registration }))
  const organizationId = registered.organizationId ?? ''
  await session.start(registered)
  const project = await orThrow(
    vitrine.POST('/api/organizations/{orgId}/projects', {
      params: { path: { orgId: organizationId } },
      body: { name: 'Shop' },
    }),
  )
  const { refreshToken = '' } = (await session.tokens()) ?? {}
  return {
    vitrine,
    session,
    store,
    registration,
    organizationId,
    projectId: project.id,
    refreshToken,
  }
}

/** An access token that the services refuse as they refuse an expired one. */
export const outdated = 'e30.e30.e30'

/** Uploads bytes in one attempt, with the status and the headers of the answer. */
export function send(vitrine: Vitrine, projectId: string, bytes: Uint8Array, filename: string) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), filename)
  return vitrine.POST('/api/projects/{projectId}/assets', {
    params: { path: { projectId } },
    body: { file: filename },
    bodySerializer: (): unknown => form,
  })
}
