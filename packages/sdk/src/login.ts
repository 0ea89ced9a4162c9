import type { Schemas } from './api.js'
import type { Vitrine } from './client.js'
import { orThrow } from './errors.js'
import { proofOf, type Session } from './session/session.js'

/** Logs in and keeps the tokens in the client's session. @throws VitrineError CREDENTIALS_INVALID */
export async function logIn(
  vitrine: Vitrine<Session>,
  credentials: Schemas['Credentials'],
): Promise<Schemas['Session'] | Schemas['CookieSession']> {
  const body = { ...credentials, ...vitrine.session.mode }
  const session = await orThrow(vitrine.POST('/api/auth/login', { body }))
  await vitrine.session.start(session)
  return session
}

export async function logOut(vitrine: Vitrine<Session>): Promise<void> {
  const tokens = await vitrine.session.tokens()
  if (tokens === null) return
  await orThrow(vitrine.POST('/api/auth/logout', { body: proofOf(tokens) }))
  await vitrine.session.start(null)
}
