import type { Role } from '@vitrine/database'
import type { App } from '@vitrine/http'
import { type Client, createClient } from './client.js'

type Limits = { organizationId: string; projectId?: string | null; role?: Role; expiresAt?: string }

const dayMs = 86_400_000
export const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString()

/** Creates a personal access token for the client's account, and a client that uses it. */
export async function createToken(app: App, person: Client & { password: string }, limits: Limits) {
  const { password } = person
  const body = { name: 'Script', role: 'OWNER', expiresAt: inDays(1), password, ...limits }
  const response = await person.post('/api/auth/tokens', body)
  if (response.statusCode !== 201) throw new Error(`no token: ${response.body}`)
  const { id, token } = response.json<{ id: string; token: string }>()
  return { ...createClient(app, token), id, token }
}
