import { orThrow, type Schemas } from '@vitrine/sdk'
import { vitrine } from '../server/client.ts'
import { queries } from '../server/queries.ts'
import { announceSignOut } from '../server/tabs.ts'
import { verifyOwnEmail } from '../session/commands.ts'
import { meQuery } from '../session/use-me.ts'
import { sessionsQuery, tokensQuery } from './queries.ts'

export async function changeName(name: string): Promise<void> {
  queries.setQueryData(
    meQuery.queryKey,
    await orThrow(vitrine.PUT('/api/auth/me', { body: { name } })),
  )
}

export async function changePassword(body: Schemas['PasswordChange']): Promise<void> {
  await orThrow(vitrine.PUT('/api/auth/password', { body }))
  await Promise.all([
    queries.invalidateQueries(sessionsQuery),
    queries.invalidateQueries(tokensQuery),
  ])
}

export async function verifyEmail(token: string): Promise<void> {
  await verifyOwnEmail(token)
  await queries.invalidateQueries(meQuery)
}

export async function endSession(sessionId: string): Promise<void> {
  await orThrow(
    vitrine.DELETE('/api/auth/sessions/{sessionId}', { params: { path: { sessionId } } }),
  )
  await queries.invalidateQueries(sessionsQuery)
}

export async function endOtherSessions(body: Schemas['SessionsEnd']): Promise<void> {
  await orThrow(vitrine.DELETE('/api/auth/sessions', { body }))
  await Promise.all([
    queries.invalidateQueries(sessionsQuery),
    queries.invalidateQueries(tokensQuery),
  ])
}

export async function createToken(body: Schemas['NewToken']): Promise<Schemas['CreatedToken']> {
  const created = await orThrow(vitrine.POST('/api/auth/tokens', { body }))
  await queries.invalidateQueries(tokensQuery)
  return created
}

export async function revokeToken(tokenId: string): Promise<void> {
  await orThrow(vitrine.DELETE('/api/auth/tokens/{tokenId}', { params: { path: { tokenId } } }))
  await queries.invalidateQueries(tokensQuery)
}

/** The page is loaded again, so that nothing of the person stays in memory. */
export async function deleteAccount(password: string): Promise<void> {
  await orThrow(vitrine.DELETE('/api/auth/me', { body: { password } }))
  announceSignOut()
  location.assign('/console/sign-in')
}
